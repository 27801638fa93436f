#include "kernel/time/time_limits.h"

#include "core/candidates.h"
#include "model/fibers/fiber.h"
#include "model/note.h"
#include "model/rule.h"
#include "model/runtime.h"

#define MOST_FREE 4u /* waits of each thread that may time out at any moment */

static void outlasted(uint64_t limit, uint64_t site) {
    if (limit > rt.asked.free_limit && limit > rt.seen.outlasted) {
        rt.seen.outlasted = limit;
        note(HEDDLE_NOTE_TIME_LIMIT, limit, site, "%s", "");
    }
}

static bool may_be_free(void) { return rt.asked.timeouts == HEDDLE_TIMEOUTS_LAST_RESORT && !rt.seen.handlers; }

void time_limits_outlasted(uint64_t site) {
    for (uint32_t i = 0; i < rt.fiber_count && may_be_free(); i++) {
        const struct fiber *fiber = &rt.fibers[i];
        const struct heddle_event *pending = fiber->pending;
        bool passed = has_deadline(pending) && pending->argument < rt.current->time.now;
        if (passed && fiber != rt.current && !fiber->made.is_timer && !is_enabled(fiber)) {
            outlasted(pending->argument - fiber->time.now, site);
        }
    }
}

/* Whether another thread, unordered with the running one, has come past this time by itself. */
static bool others_are_past(uint64_t deadline) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        const struct fiber *fiber = &rt.fibers[i];
        if (!fiber->made.is_timer && fiber->time.now > deadline) {
            return true;
        }
    }
    return false;
}

uint64_t time_limit(uint64_t deadline) {
    struct fiber_time *time = &rt.current->time;
    uint64_t limit = deadline - time->now;
    if (may_be_free() && limit <= rt.asked.free_limit && time->free_waits < MOST_FREE) {
        time->free_waits++;
        time->free_until = deadline;
        return HEDDLE_DEADLINE_ANY;
    }
    if (may_be_free() && others_are_past(deadline)) {
        outlasted(limit, 0);
    }
    return deadline > HEDDLE_DEADLINE_ANY ? deadline : HEDDLE_DEADLINE_ANY + 1;
}

void time_limit_over(bool expired) {
    struct fiber_time *time = &rt.current->time;
    if (expired && time->now < time->free_until) {
        time->now = time->free_until;
    }
    time->free_until = 0;
}
