#include "core/candidates.h"

#include "base/catalogue.h"
#include "base/compiler.h"
#include "base/hot.h"
#include "base/invariant.h"
#include "core/history/judge.h"
#include "core/history/specification.h"
#include "core/loops/await.h"
#include "model/dependence.h"
#include "model/ending.h"
#include "model/note.h"
#include "model/operation.h"
#include "model/plan.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "race/whole.h"
#include "report/awaited.h"

#define TURN 1000 /* events in a row; OperationBounded.java knows it */

struct outside outside;

HOT static struct heddle_event *asleep;
HOT static uint32_t sleep_count;
HOT static uint32_t sleeping; /* of them, how many are still asleep */
HOT static const struct heddle_touch *planned_touches; /* of the plan */
HOT static uint32_t touch_count;
HOT static uint32_t most_operations; /* of each thread; 0: any number */

static uint32_t count_sleeping(void) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < sleep_count; i++) {
        count += asleep[i].kind != 0;
    }
    return count;
}

void candidates_start(const struct plan_view *plan) {
    asleep = plan->sleep;
    sleep_count = plan->head->sleep_count;
    most_operations = plan->head->operations;
    planned_touches = plan->touches;
    touch_count = plan->head->touch_count;
    sleeping = count_sleeping();
}

bool is_enabled(const struct fiber *fiber) {
    if (fiber->pending->kind == 0 || (rt.section && fiber != rt.section)) { /* it has finished, or nobody else runs */
        return false;
    }
    const struct rule *rule = rules[fiber->pending->kind];
    return !rule->enabled || rule->enabled(fiber, fiber->pending);
}

void check_in_section(const struct fiber *self) {
    const struct heddle_event *operation = self->pending;
    if (!may_be_in_section(operation) && !self->forks_at) {
        unmodelled("a function on threads, signals or descriptors inside an atomic section", operation->site);
    }
    if (!is_enabled(self) && self->call.is_section) {
        note_of(self->id, HEDDLE_NOTE_CALL_WAITS, self->id, 0, "%s", "");
        end_execution(HEDDLE_ASSUMPTION); /* in one go the call would wait for ever */
    }
    if (!is_enabled(self)) {
        unmodelled("a function that waits inside an atomic section", operation->site);
    }
}

bool is_awake(const struct fiber *fiber, int32_t alternative) {
    for (uint32_t i = 0; i < sleep_count; i++) {
        const struct heddle_event *s = &asleep[i];
        if (s->kind != 0 && s->thread == fiber->id && s->alternative == alternative) {
            return false;
        }
    }
    return true;
}

/* Whether the fiber has executed as many operations as the plan allows each thread, and so goes no further. */
static bool is_cut_off(const struct fiber *fiber) {
    return most_operations != 0 && fiber->seen.executed >= most_operations && fiber != rt.section;
}

static bool ends_process(const struct fiber *fiber) {
    return fiber->pending->kind == HEDDLE_SECTION_BEGIN && fiber->pending->object2 == HEDDLE_ENDS;
}

/* What ends threads in the midst of what they do comes last: what they would have done next is seen first. Plans have it earlier. */
static bool lets_others_first(const struct fiber *fiber) {
    int32_t unused;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if (!ends_process(&rt.fibers[i]) && &rt.fibers[i] != fiber && may_run(&rt.fibers[i], &unused)) {
            return true;
        }
    }
    return false;
}

bool may_run(const struct fiber *fiber, int32_t *alternative) {
    if (is_cut_off(fiber) || !is_enabled(fiber) || (UNLIKELY(rt.processes) && ends_process(fiber) && lets_others_first(fiber))) {
        return false;
    }
    const struct rule *rule = rules[fiber->pending->kind];
    if (rule->alternative) {
        return rule->alternative(fiber, fiber->pending, is_awake, alternative);
    }
    *alternative = HEDDLE_NO_ALTERNATIVE;
    return sleeping == 0 || is_awake(fiber, HEDDLE_NO_ALTERNATIVE);
}

bool is_offered(const struct fiber *fiber) {
    int32_t alternative;
    return may_run(fiber, &alternative);
}

bool is_asleep(const struct fiber *fiber) {
    return sleeping > 0 && !is_cut_off(fiber) && is_enabled(fiber) && !is_offered(fiber);
}

bool has_yielded(const struct fiber *fiber) { return operation_has(fiber->pending->kind, TRAIT_YIELDS); }

bool has_had_turn(const struct fiber *fiber) { return fiber->turn >= TURN; }

HOT static uint64_t offered, wanted;

static bool count_offer(const struct fiber *fiber, int32_t alternative) {
    offered += is_awake(fiber, alternative);
    return false;
}

static bool is_wanted(const struct fiber *fiber, int32_t alternative) { return is_awake(fiber, alternative) && wanted-- == 0; }

int32_t draw_alternative(const struct fiber *fiber, uint64_t (*below)(uint64_t)) {
    const struct rule *rule = rules[fiber->pending->kind];
    int32_t alternative = HEDDLE_NO_ALTERNATIVE;
    if (rule->alternative) {
        offered = 0;
        rule->alternative(fiber, fiber->pending, count_offer, &alternative);
        INVARIANT(offered > 0);
        wanted = offered > 1 ? below(offered) : 0;
        rule->alternative(fiber, fiber->pending, is_wanted, &alternative);
    }
    return alternative;
}

void candidates_wake(const struct heddle_event *event) {
    for (uint32_t i = 0; sleeping != 0 && i < sleep_count; i++) {
        struct heddle_event *s = &asleep[i];
        if (s->kind != 0 && dependent(s, event)) {
            s->kind = 0;
            sleeping--;
        }
    }
}

/* What the sleeping event of this number touches, if it is a critical section in one go; NULL if it is not. */
static const struct heddle_touch *touched_asleep(uint32_t number, uint32_t *count) {
    const struct heddle_touch *end = planned_touches + touch_count, *first = planned_touches;
    while (first < end && (first->event != number || first->kind == HEDDLE_TOUCH_ORDINARY)) {
        first++;
    }
    const struct heddle_touch *last = first;
    while (last < end && last->event == number && last->kind != HEDDLE_TOUCH_ORDINARY) {
        last++;
    }
    *count = (uint32_t)(last - first);
    return first < last ? first : NULL;
}

void candidates_wake_by_section(const struct heddle_event *lock, const struct heddle_touch *touched, uint32_t count) {
    struct heddle_event whole = *lock;
    whole.flags = touched[0].kind == HEDDLE_TOUCH_EVERYTHING ? HEDDLE_EVENT_EVERYTHING : HEDDLE_EVENT_WHOLE;
    for (uint32_t i = 0; sleeping != 0 && i < sleep_count; i++) {
        uint32_t asleep_count;
        struct heddle_event *s = &asleep[i];
        const struct heddle_touch *of_asleep = s->kind != 0 && s->flags ? touched_asleep(i, &asleep_count) : NULL;
        if (s->kind != 0 && (dependent(s, &whole) || (of_asleep && whole_conflict(of_asleep, asleep_count, touched, count)))) {
            s->kind = 0;
            sleeping--;
        }
    }
}

struct fiber *first_to_expire(void) {
    struct fiber *first = NULL;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        struct fiber *fiber = &rt.fibers[i];
        const struct heddle_event *operation = fiber->pending;
        if (!has_deadline(operation) || !rules[operation->kind]->expires(fiber, operation)) {
            continue;
        }
        if (!first || operation->argument < first->pending->argument ||
            (operation->argument == first->pending->argument && fiber->id < first->id)) {
            first = fiber;
        }
    }
    return first;
}

struct fiber *late_exit(void) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if (is_late_exit(rt.fibers[i].pending)) {
            return &rt.fibers[i];
        }
    }
    return NULL;
}

bool any_is_enabled(void) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if (is_enabled(&rt.fibers[i])) {
            return true;
        }
    }
    return false;
}

/* Histories are judged where the process ends, so nothing is claimed of those that do not come to it. */
static _Noreturn void end_cut_off(void) {
    const struct specification *first = specification_count() > 0 ? specification_at(0) : NULL;
    if (first) {
        note(HEDDLE_NOTE_RESOURCES, 0, first->site,
             "operations are compared with a specification where the process ends, and a thread went on for too long");
    }
    end_execution(first ? HEDDLE_RESOURCES : HEDDLE_CUT_OFF);
}

/* No time passes, and nobody is stuck for good, while a thread that was cut off could go on. */
struct fiber *last_resort(void) {
    bool any_cut_off = false;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if (is_enabled(&rt.fibers[i])) {
            if (!is_cut_off(&rt.fibers[i])) {
                INVARIANT(sleeping > 0 && sleeping == count_sleeping());
                end_execution(HEDDLE_SLEEP_BLOCKED);
            }
            any_cut_off = true;
        }
    }
    struct fiber *first = any_cut_off ? NULL : first_to_expire();
    bool is_stuck = !any_cut_off && (!first || (first->made.is_timer && !outside.may_expire(first)));
    if (!is_stuck && (any_cut_off || is_cut_off(first))) {
        end_cut_off();
    }
    if (is_stuck && spins_go_on()) {
        return NULL;
    }
    if (is_stuck) {
        spins_check_reads();
        if (rt.seen.processes) {
            outside.watch_blocked();
        }
        outside.check_deadlock();
        if (UNLIKELY(rt.asked.describes)) {
            awaited_tell();
        }
        end_stuck();
    }
    return first;
}
