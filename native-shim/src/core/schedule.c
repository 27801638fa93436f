/* The plan interpreter: follows a plan's prefix, then goes on by the default policy, and writes the trace.
 *
 * A thread runs natively until its next visible operation. There it announces the operation (pending) and calls the
 * interpreter, which picks the thread that goes next and applies that thread's operation to the model. The interpreter
 * records the event, wakes what is asleep and dependent, and switches. So whenever a choice is made, every live thread has its next
 * operation pending, and the set of enabled threads is known exactly.
 */
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>

#include "base/catalogue.h"
#include "base/compiler.h"
#include "base/hot.h"
#include "base/invariant.h"
#include "core/buffers/store_buffer.h"
#include "core/candidates.h"
#include "core/claims.h"
#include "core/loops/await.h"
#include "core/loops/cycle.h"
#include "core/loops/idle_rounds.h"
#include "core/loops/looks.h"
#include "core/loops/round.h"
#include "core/loops/signature.h"
#include "core/loops/stack_state.h"
#include "core/loops/vain.h"
#include "core/memory_operations.h"
#include "core/policy/policy.h"
#include "core/schedule.h"
#include "core/virtual_time.h"
#include "model/memory/aliases.h"
#include "model/dependence.h"
#include "model/ending.h"
#include "model/fibers/debug.h"
#include "model/fibers/fiber.h"
#include "model/fibers/processes.h"
#include "model/operation.h"
#include "model/plan.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "model/shared.h"
#include "race/order.h"
#include "race/race.h"
#include "race/whole.h"
#include "report/awaited.h"
#include "report/describe.h"

HOT static struct plan_view plan;
HOT static uint32_t stop_before = UINT32_MAX;
HOT static bool only_repeats; /* the plan's last operation, see spin_only_repeats */

void schedule_stop_before(uint32_t event) { stop_before = event; }

void schedule_start(const struct plan_view *view) {
    plan = *view;
    rt.request_awaited = rt.asked.signal != 0;
    whole_start(view);
    describe_start(view);
    candidates_start(view);
    cycle_start(view);
    policy_start(view);
}

void schedule_go_on(const struct plan_view *view, const struct heddle_event *executed, uint32_t count) {
    plan = *view;
    whole_start(view);
    candidates_start(view);
    policy_start(view);
    for (uint32_t i = 0; i < count; i++) {
        policy_executed(&rt.fibers[0], &executed[i]);
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

static struct fiber *follow(const struct heddle_step *step, int32_t *alternative) {
    struct fiber *fiber = fiber_by_id(step->thread);
    if (!fiber) {
        diverged(HEDDLE_DIVERGED_NO_SUCH_THREAD, NULL);
    }
    struct heddle_event *pending = fiber->pending;
    if (pending->kind == 0) {
        diverged(HEDDLE_DIVERGED_FINISHED, NULL);
    }
    if (UNLIKELY(rt.section && fiber != rt.section)) {
        diverged(HEDDLE_DIVERGED_NOT_ENABLED, pending);
    }
    only_repeats = step + 1 == plan.steps + plan.head->step_count && spin_only_repeats(fiber, step->kind);
    spin_tries_again(fiber, step->kind, pending);
    bool is_planned = (pending->object == step->object && pending->kind == step->kind) ||
                      (spin_becomes(fiber, step->kind, pending) && pending->object == step->object);
    if (!is_planned) {
        diverged(HEDDLE_DIVERGED_OTHER_OPERATION, pending);
    }
    const struct rule *rule = rules[pending->kind];
    *alternative = step->alternative;
    if (rule->expires && step->alternative == HEDDLE_ALT_TIMEOUT) {
        while (rt.seen.outside && !any_is_enabled() && outside.wait()) {
        }
        bool at_any_moment = fiber->made.is_timer && fiber != rt.sends_last;
        if (!at_any_moment && (any_is_enabled() || first_to_expire() != fiber)) {
            diverged(HEDDLE_DIVERGED_NO_SUCH_ALTERNATIVE, pending);
        }
        return fiber;
    }
    while (rt.seen.outside && !is_enabled(fiber) && outside.wait()) {
    }
    if (!is_enabled(fiber) && pending->kind != HEDDLE_PROCESS_EXIT) { /* how late that is, the plan says */
        diverged(HEDDLE_DIVERGED_NOT_ENABLED, pending);
    }
    if (rule->alternative) {
        if (step->alternative == HEDDLE_NO_ALTERNATIVE) {
            rule->alternative(fiber, pending, is_awake, alternative);
        } else if (!rule->allows(fiber, pending, step->alternative)) {
            diverged(HEDDLE_DIVERGED_NO_SUCH_ALTERNATIVE, pending);
        }
    } else if (UNLIKELY(step->alternative >= 0) && operation_family(pending->kind) == HEDDLE_FAMILY_MEMORY) {
        bool is_newest = step->alternative == 0;
        if (!is_newest && !(rule->allows && rule->allows(fiber, pending, step->alternative))) {
            diverged(HEDDLE_DIVERGED_NO_SUCH_ALTERNATIVE, pending);
        }
        *alternative = is_newest ? HEDDLE_NO_ALTERNATIVE : step->alternative;
    }
    return fiber;
}

static struct fiber *pick(int32_t *alternative) {
    while (rt.seen.outside && !any_is_enabled() && outside.wait()) {
    }
    struct fiber *first = UNLIKELY(rt.seen.goes_round) ? late_exit() : NULL;
    if (UNLIKELY(!first && rt.seen.timers && !rt.section)) {
        first = outside.overdue(alternative);
    }
    return first ? first : policy_choose(alternative);
}

/* The lock or the unlock of a critical section that is executed in one go: what it wakes is known at its end. */
static void go_on_whole(const struct heddle_event *event, uint32_t at) {
    if (event->kind == HEDDLE_MUTEX_UNLOCK) {
        uint32_t count;
        const struct heddle_touch *touched = whole_end(&count);
        INVARIANT(touched->event < at);
        if (at >= plan.head->step_count) {
            candidates_wake_by_section(&rt.shared->events[touched->event], touched, count);
        }
    }
}

/* Applies and records the operation that the thread has announced. goes_on: it has executed the last event, too. */
static void execute(struct fiber *fiber, bool goes_on) {
    struct shared *shared = rt.shared;
    uint32_t at = shared->event_count;
    struct heddle_event *event = fiber->pending;
    if (UNLIKELY(rt.asked.buffers)) {
        buffer_show(fiber);
        fiber->access.forwarded =
            operation_has(event->kind, TRAIT_LOOKS) ? buffer_forwards(fiber, event->object, event->argument) : 0;
    }
    if (UNLIKELY(event->kind == HEDDLE_SLEEP || is_timeout(event))) {
        idle_rounds_time_passes(at >= plan.head->step_count);
    }
    shared->running = fiber->id;
    shared->events[at] = *event; /* recorded before it is applied, which may crash on a bad address */
    shared->event_count = at + 1;
    fiber->seen.executed++;
    fiber->turn = goes_on ? fiber->turn + 1 : 1;
    if (UNLIKELY(rt.asked.describes)) {
        describe_event(fiber, at);
    }
    const struct rule *rule = rules[event->kind];
    if (UNLIKELY(is_timeout(event))) {
        time_expire(fiber, idle_rounds_expiry(fiber));
        event->result = ETIMEDOUT;
    }
    if (UNLIKELY(rt.signs_states) && event->kind == HEDDLE_THREAD_EXIT) {
        signature_left(fiber);
    }
    if (UNLIKELY(rt.watches_memory)) {
        round_take_down(event);
    }
    if (rule->apply) {
        rule->apply(fiber, event);
        shared->events[at] = *event;
    }
    if (UNLIKELY(rt.asked.whole_sections) && event->kind == HEDDLE_MUTEX_LOCK) {
        whole_begin(fiber, event, at);
    }
    if (UNLIKELY(rt.seen.time)) {
        time_on_event(fiber, event);
    }
    if (UNLIKELY(rt.asked.describes)) {
        awaited_event(fiber, event);
    }
    if (rt.asked.races) {
        order_event(fiber, event);
        race_now(fiber);
    }
    if (UNLIKELY(rt.seen.processes)) {
        outside.watch(event);
    }
    if (UNLIKELY(rt.whole == fiber)) {
        go_on_whole(event, at);
    } else if (at >= plan.head->step_count) {
        candidates_wake(event);
    }
    policy_executed(fiber, event);
}

/* Picks the next event, and applies and records it; returns the thread whose event it is. That of another process does so itself. */
static struct fiber *next_event(void) {
    uint32_t at = rt.shared->event_count;
    if (UNLIKELY(rt.asked.buffers)) {
        buffer_hide(rt.current);
    }
    if (UNLIKELY(rt.debugged)) {
        debug_before(at);
    }
    if (UNLIKELY(at >= plan.head->max_events || at >= EVENT_CAPACITY || only_repeats)) {
        end_execution(only_repeats ? HEDDLE_SLEEP_BLOCKED : HEDDLE_TOO_LONG);
    }
    if (UNLIKELY(at == stop_before)) {
        outside.before_event();
    }
    int32_t alternative = HEDDLE_NO_ALTERNATIVE;
    struct fiber *again = UNLIKELY(rt.seeks_cycles) ? cycle_next() : NULL;
    struct fiber *fiber = at < plan.head->step_count ? follow(&plan.steps[at], &alternative) : again ? again : pick(&alternative);
    struct heddle_event *event = fiber->pending;
    INVARIANT(event->kind != 0);
    event->alternative = alternative;
    if (UNLIKELY(rt.processes) && fiber->process != rt.current->process) {
        rt.executes = fiber;
    } else {
        execute(fiber, fiber == rt.current);
    }
    return fiber;
}

static void execute_handed_over(void) {
    struct fiber *fiber = rt.executes;
    rt.executes = NULL;
    execute(fiber, false);
}

static const struct heddle_event *announce(struct fiber *self, const struct heddle_event *operation) {
    INVARIANT(self == rt.current && self->pending->kind == 0);
    *self->pending = *operation;
    self->pending->thread = self->id;
    const struct rule *rule = rules[operation->kind];
    if (rule->announced) {
        rule->announced(self->pending);
    }
    self->frame = rt.frame;
    if (UNLIKELY(rt.asked.describes)) {
        describe_operation(self, operation->site);
    }
    if (UNLIKELY(rt.signs_states)) {
        signature_announced(self);
    }
    if (UNLIKELY(rt.whole) && !(operation->kind == HEDDLE_MUTEX_UNLOCK && operation->object == rt.whole_mutex)) {
        order_disturb();
    }
    if (UNLIKELY(rt.section)) {
        check_in_section(self);
    }
    uint64_t unseen = unseen_accesses();
    if (UNLIKELY(rt.processes)) {
        processes_name_for(0);
    }
    fiber_switch(next_event());
    if (UNLIKELY(rt.processes)) {
        processes_name_for(self->process);
        const struct process *process = process_number(self->process);
        if (process->ender && self->id == process->leader) {
            outside.leader_ends();
        }
    }
    if (UNLIKELY(self->signal.handlers)) {
        self->signal.elsewhere += unseen_accesses() - unseen;
    }
    if (UNLIKELY(rt.signs_states)) {
        spin_clean_stack();
    }
    /* Here self has been chosen, by itself or by whoever switched back. Its operation is recorded and no longer pending,
     * but stays readable until the next point. */
    HOT static struct heddle_event done;
    done = *self->pending;
    self->pending->kind = 0;
    rt.frame = self->frame; /* it may announce more, within the same call */
    spin_executed(self, &done);
    if (UNLIKELY(self->time.readings_in_vain)) {
        vain_after_event(self, &done);
    }
    return &done;
}

/* Objects in pages that are mapped several times are known by their names. Accesses of memory come by them already. */
static const struct heddle_event *by_name(struct fiber *self, const struct heddle_event *operation) {
    enum heddle_family family = operation_family(operation->kind);
    if (family < HEDDLE_FAMILY_MUTEX || family > HEDDLE_FAMILY_SPINLOCK) {
        return operation;
    }
    self->named = *operation;
    self->named.object = name_in_process(alias_name(operation->object));
    if (operation_has(operation->kind, TRAIT_WITH_MUTEX)) {
        self->named.object2 = name_in_process(alias_name(operation->object2));
    }
    return &self->named;
}

/* What a thread may do while its stores are still in its buffer; everything else waits for them. */
static bool leaves_buffer(const struct heddle_event *operation) {
    switch (operation->kind) {
        case HEDDLE_READ:
        case HEDDLE_ATOMIC_LOAD:
        case HEDDLE_CHOOSE:
        case HEDDLE_INVOCATION:
        case HEDDLE_RESPONSE:
            return true;
        case HEDDLE_ATOMIC_FENCE:
            return operation->order != __ATOMIC_SEQ_CST;
        case HEDDLE_SEM_POST:
            return buffer_is_name(operation->object);
        case HEDDLE_THREAD_CREATE:
            return buffer_of(rt.current)->grows;
        default:
            return false;
    }
}

/* The thread waits until its stores have reached memory. */
static void drain(struct fiber *self, uint64_t site) {
    if (self->unsettled) {
        memory_settle(self);
    }
    for (const struct store_queue *queue = buffer_of(self)->queues; queue; queue = queue->next) {
        if (queue->is_used) {
            uint64_t name = buffer_name(queue->flusher, queue->stored, BUFFER_FLUSHED);
            struct heddle_event pass = operation_on(HEDDLE_SEM_PASS, name, 0, site);
            announce(self, &pass);
        }
    }
    buffer_drained(self);
}

const struct heddle_event *point(const struct heddle_event *operation) {
    struct fiber *self = rt.current;
    if (UNLIKELY(rt.seen.claims)) {
        claims_look();
    }
    if (UNLIKELY(rt.asked.buffers) && buffer_is_undrained(self) && !leaves_buffer(operation)) {
        drain(self, operation->site);
    }
    if (UNLIKELY(rt.request_awaited) && self->index == 0 && !rt.section) {
        outside.before_main_operation(operation);
    }
    if (UNLIKELY((rt.seen.handlers_anywhere || rt.seen.cancels_anywhere) && !rt.section)) {
        outside.before_operation(operation);
    }
    if (UNLIKELY(aliases_any || rt.processes)) { /* a handler that has run before it has named operations of its own */
        operation = by_name(self, operation);
    }
    if (self->unsettled) {
        memory_settle(self);
    }
    if (UNLIKELY(self->time.readings_in_vain)) {
        vain_before_event(self);
    }
    HOT static struct heddle_event await; /* not on the stack, which is compared */
    bool repeats = spin_repeats(self, operation, &await);
    if (UNLIKELY(repeats) && UNLIKELY(rt.asked.buffers) && buffer_is_undrained(self)) {
        drain(self, operation->site); /* it looks once more at memory before it waits for that to change */
        repeats = false;
    }
    if (UNLIKELY(repeats)) {
        self->stood_for = operation;
        const struct heddle_event *awaited = announce(self, &await);
        self->stood_for = NULL;
        if (awaited->kind == operation->kind || !look_comes_behind_await(operation->kind)) {
            return awaited; /* or the load that it stands for */
        }
    }
    const struct heddle_event *done = announce(self, operation);
    return UNLIKELY(done->kind == HEDDLE_AWAIT) && look_comes_behind_await(operation->kind) ? announce(self, operation) : done;
}

const struct heddle_event *point_on(enum heddle_op kind, const volatile void *object, uint64_t argument, uint64_t site) {
    struct heddle_event operation = operation_on(kind, (uint64_t)(uintptr_t)object, argument, site);
    return point(&operation);
}

_Noreturn void schedule_leave(int status) {
    processes_name_for(0);
    struct fiber *next = next_event();
    rt.current = next;
    rt.shared->running = next->id;
    rt.allocates = next->id;
    processes_leave(status);
}

void schedule_in_processes(void) {
    process_hooks.execute = execute_handed_over;
    rt.seeks_cycles = rt.signs_states = false;
}

_Noreturn void schedule_away(void) {
    if (UNLIKELY(rt.processes)) {
        processes_name_for(0);
    }
    fiber_switch(next_event());
    __builtin_unreachable();
}
