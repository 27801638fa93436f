/* The plan interpreter: follows a plan's prefix, then goes on by the default policy, and writes the trace.
 *
 * A thread runs natively until its next visible operation. There it announces the operation (pending) and calls the
 * interpreter, which picks the thread that goes next, applies that thread's operation to the model, records the event,
 * wakes what is asleep and dependent, and switches. So whenever a choice is made, every live thread has its next
 * operation pending, and the set of enabled threads is known exactly.
 */
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>

#include "base/compiler.h"
#include "base/hot.h"
#include "core/await.h"
#include "core/memory_operations.h"
#include "core/policy/policy.h"
#include "core/schedule.h"
#include "core/virtual_time.h"
#include "model/debug.h"
#include "model/dependence.h"
#include "model/ending.h"
#include "model/fiber.h"
#include "model/plan.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "model/shared.h"
#include "race/order.h"
#include "race/race.h"
#include "report/describe.h"

struct outside outside;

HOT static struct plan_view plan;
HOT static uint32_t sleeping; /* entries of plan.sleep that are still asleep */

void schedule_start(const struct plan_view *view) {
    plan = *view;
    rt.timeouts = plan.head->timeouts;
    rt.spurious = plan.head->spurious;
    rt.ordered_barriers = plan.head->flags & HEDDLE_PLAN_ORDERED_BARRIERS;
    rt.pedantic = plan.head->flags & HEDDLE_PLAN_PEDANTIC;
    rt.defer_cancellation = plan.head->flags & HEDDLE_PLAN_DEFER_CANCELLATION;
    describe_start(view);
    sleeping = 0;
    for (uint32_t i = 0; i < plan.head->sleep_count; i++) {
        sleeping += plan.sleep[i].kind != 0;
    }
    if (plan.head->policy != HEDDLE_POLICY_CONTINUE) {
        policy_start(view);
    }
}

static _Noreturn void diverged(enum heddle_divergence reason, const struct heddle_event *actual) {
    rt.shared->diverged_step = rt.shared->event_count;
    rt.shared->diverged_reason = reason;
    if (actual) {
        rt.shared->diverged_actual = *actual;
    }
    end_execution(HEDDLE_DIVERGED);
}

static bool is_enabled(const struct fiber *fiber) {
    if (fiber->pending->kind == 0) { /* it has finished */
        return false;
    }
    const struct rule *rule = rules[fiber->pending->kind];
    return !rule->enabled || rule->enabled(fiber, fiber->pending);
}

static bool is_awake(const struct fiber *fiber, int32_t alternative) {
    for (uint32_t i = 0; i < plan.head->sleep_count; i++) {
        const struct heddle_event *s = &plan.sleep[i];
        if (s->kind != 0 && s->thread == fiber->id && s->alternative == alternative) {
            return false;
        }
    }
    return true;
}

/* Whether the fiber may run now; sets the alternative that it would take. */
static bool candidate(const struct fiber *fiber, int32_t *alternative) {
    if (!is_enabled(fiber)) {
        return false;
    }
    const struct rule *rule = rules[fiber->pending->kind];
    if (rule->alternative) {
        return rule->alternative(fiber, fiber->pending, is_awake, alternative);
    }
    *alternative = HEDDLE_NO_ALTERNATIVE;
    return sleeping == 0 || is_awake(fiber, HEDDLE_NO_ALTERNATIVE);
}

bool schedule_offers(const struct fiber *fiber) {
    int32_t alternative;
    return candidate(fiber, &alternative);
}

HOT static uint64_t offered, wanted;

static bool count_offer(const struct fiber *fiber, int32_t alternative) {
    offered += is_awake(fiber, alternative);
    return false;
}

static bool is_wanted(const struct fiber *fiber, int32_t alternative) {
    return is_awake(fiber, alternative) && wanted-- == 0;
}

int32_t schedule_alternative(const struct fiber *fiber, uint64_t (*below)(uint64_t)) {
    const struct rule *rule = rules[fiber->pending->kind];
    int32_t alternative = HEDDLE_NO_ALTERNATIVE;
    if (rule->alternative) {
        offered = 0;
        rule->alternative(fiber, fiber->pending, count_offer, &alternative);
        wanted = offered > 1 ? below(offered) : 0;
        rule->alternative(fiber, fiber->pending, is_wanted, &alternative);
    }
    return alternative;
}

static void wake_dependent(const struct heddle_event *event) {
    for (uint32_t i = 0; i < plan.head->sleep_count; i++) {
        struct heddle_event *s = &plan.sleep[i];
        if (s->kind != 0 && dependent(s, event)) {
            s->kind = 0;
            sleeping--;
        }
    }
}

/* The thread whose deadline comes first, of those that are blocked in a timed operation; NULL if there is none. To be
 * asked when no thread is enabled. */
static struct fiber *first_to_expire(void) {
    struct fiber *first = NULL;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        struct fiber *fiber = &rt.fibers[i];
        const struct heddle_event *operation = fiber->pending;
        const struct rule *rule = rules[operation->kind];
        if (operation->kind == 0 || !rule->expires || operation->argument <= HEDDLE_DEADLINE_ANY ||
            !rule->expires(fiber, operation)) {
            continue;
        }
        if (!first || operation->argument < first->pending->argument ||
            (operation->argument == first->pending->argument && fiber->id < first->id)) {
            first = fiber;
        }
    }
    return first;
}

static bool is_any_enabled(void) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if (is_enabled(&rt.fibers[i])) {
            return true;
        }
    }
    return false;
}

struct fiber *schedule_last_resort(void) {
    if (is_any_enabled()) {
        end_execution(HEDDLE_SLEEP_BLOCKED);
    }
    struct fiber *first = first_to_expire();
    if (!first) {
        outside.check_deadlock();
        end_execution(HEDDLE_DEADLOCK);
    }
    return first;
}

static struct fiber *follow(const struct heddle_step *step, int32_t *alternative) {
    struct fiber *fiber = fiber_by_id(step->thread);
    if (!fiber) {
        diverged(HEDDLE_DIVERGED_NO_SUCH_THREAD, NULL);
    }
    struct heddle_event *pending = fiber->pending;
    if (pending->kind == 0) {
        diverged(HEDDLE_DIVERGED_FINISHED, NULL);
    }
    bool is_planned = pending->object == step->object &&
                      (pending->kind == step->kind || spin_becomes(fiber, step->kind, pending));
    if (!is_planned) {
        diverged(HEDDLE_DIVERGED_OTHER_OPERATION, pending);
    }
    const struct rule *rule = rules[pending->kind];
    *alternative = step->alternative;
    if (rule->expires && step->alternative == HEDDLE_ALT_TIMEOUT) {
        while (rt.outside_used && !is_any_enabled() && outside.wait()) {
        }
        if (is_any_enabled() || first_to_expire() != fiber) {
            diverged(HEDDLE_DIVERGED_NO_SUCH_ALTERNATIVE, pending);
        }
        return fiber;
    }
    while (rt.outside_used && !is_enabled(fiber) && outside.wait()) {
    }
    if (!is_enabled(fiber)) {
        diverged(HEDDLE_DIVERGED_NOT_ENABLED, pending);
    }
    if (rule->alternative) {
        if (step->alternative == HEDDLE_NO_ALTERNATIVE) {
            rule->alternative(fiber, pending, is_awake, alternative);
        } else if (!rule->allows(fiber, pending, step->alternative)) {
            diverged(HEDDLE_DIVERGED_NO_SUCH_ALTERNATIVE, pending);
        }
    }
    return fiber;
}

/* The default policy: the current thread if it may go on, unless it has just yielded; else the candidate with the lowest
 * id. After a yield: the next candidate behind the current thread in order of creation, so that nobody starves. */
static struct fiber *choose(int32_t *alternative) {
    const struct fiber *current = rt.current;
    bool yielded = current->pending->kind == HEDDLE_YIELD || current->pending->kind == HEDDLE_SLEEP;
    if (!yielded && candidate(current, alternative)) {
        return rt.current;
    }
    struct fiber *best = NULL;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        struct fiber *fiber = yielded ? &rt.fibers[(current->index + 1 + i) % rt.fiber_count] : &rt.fibers[i];
        int32_t first;
        if (candidate(fiber, &first) && (!best || (!yielded && fiber->id < best->id))) {
            best = fiber;
            *alternative = first;
        }
    }
    if (!best) {
        best = schedule_last_resort();
        *alternative = HEDDLE_ALT_TIMEOUT;
    }
    return best;
}

static struct fiber *pick(int32_t *alternative) {
    while (rt.outside_used && !is_any_enabled() && outside.wait()) {
    }
    return plan.head->policy == HEDDLE_POLICY_CONTINUE ? choose(alternative) : policy_choose(alternative);
}

/* Picks, applies and records the next event; returns the thread whose event it is. */
static struct fiber *next_event(void) {
    struct shared *shared = rt.shared;
    uint32_t at = shared->event_count;
    if (UNLIKELY(rt.debugged)) {
        debug_before(at);
    }
    if (UNLIKELY(at >= plan.head->max_events || at >= EVENT_CAPACITY)) {
        end_execution(HEDDLE_TOO_LONG);
    }
    int32_t alternative = HEDDLE_NO_ALTERNATIVE;
    struct fiber *fiber = at < plan.head->step_count ? follow(&plan.steps[at], &alternative) : pick(&alternative);
    struct heddle_event *event = fiber->pending;
    event->alternative = alternative;
    shared->running = fiber->id;
    shared->events[at] = *event; /* recorded before it is applied, which may crash on a bad address */
    shared->event_count = at + 1;
    if (UNLIKELY(rt.describes)) {
        describe_event(fiber, at);
    }
    const struct rule *rule = rules[event->kind];
    if (UNLIKELY(is_timeout(event))) {
        time_expire(fiber, event->argument);
        event->result = ETIMEDOUT;
    }
    if (rule->apply) {
        rule->apply(fiber, event);
        shared->events[at] = *event;
    }
    if (UNLIKELY(rt.time_used)) {
        time_on_event(fiber, event);
    }
    if (rt.races) {
        order_event(fiber, event);
        race_now(fiber);
    }
    if (sleeping != 0 && at >= plan.head->step_count) {
        wake_dependent(event);
    }
    if (plan.head->policy != HEDDLE_POLICY_CONTINUE) {
        policy_executed(fiber, event);
    }
    return fiber;
}

static const struct heddle_event *announce(struct fiber *self, const struct heddle_event *operation) {
    *self->pending = *operation;
    self->pending->thread = self->id;
    self->frame = rt.frame;
    if (UNLIKELY(rt.describes)) {
        describe_operation(self, operation->site);
    }
    fiber_switch(next_event());
    /* Here self has been chosen, by itself or by whoever switched back. Its operation is recorded and no longer pending,
     * but stays readable until the next point. */
    HOT static struct heddle_event done;
    done = *self->pending;
    self->pending->kind = 0;
    rt.frame = self->frame; /* it may announce more, within the same call */
    spin_executed(self, &done);
    return &done;
}

const struct heddle_event *point(const struct heddle_event *operation) {
    struct fiber *self = rt.current;
    if (self->unsettled) {
        memory_settle(self);
    }
    HOT static struct heddle_event await; /* not on the stack, which is compared */
    if (UNLIKELY(spin_repeats(self, operation, &await))) {
        self->stood_for = operation;
        const struct heddle_event *awaited = announce(self, &await);
        self->stood_for = NULL;
        if (awaited->kind == operation->kind || !spin_attempts(operation->kind)) {
            return awaited; /* or the load that it stands for */
        }
    }
    const struct heddle_event *done = announce(self, operation);
    return UNLIKELY(done->kind == HEDDLE_AWAIT) && spin_attempts(operation->kind) ? announce(self, operation) : done;
}

const struct heddle_event *point_on(enum heddle_op kind, const volatile void *object, uint64_t argument,
                                    uint64_t site) {
    struct heddle_event operation = {.kind = (uint16_t)kind,
                                     .order = 5,
                                     .object = (uint64_t)(uintptr_t)object,
                                     .argument = argument,
                                     .site = site};
    return point(&operation);
}

_Noreturn void schedule_away(void) {
    fiber_switch(next_event());
    __builtin_unreachable();
}
