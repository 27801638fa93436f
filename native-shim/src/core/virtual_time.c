/* Virtual time, as events pass it on. Every thread has a clock of its own. Along the order that synchronisation makes, clocks never
 * go back: an event takes over the largest time of the dependent events before it (as Lamport's clocks do). So what a clock returns
 * is a function of the reading thread's past in the happens-before order, and equal in all executions of one Mazurkiewicz trace. */
#include "core/virtual_time.h"

#include <errno.h>

#include "base/compiler.h"
#include "model/dependence.h"
#include "model/objects.h"
#include "model/runtime.h"

static void later(uint64_t *clock, uint64_t than) {
    if (*clock < than) {
        *clock = than;
    }
}

static bool changes(enum access access) { return access == WRITES || access == NOTIFIES; }

void time_on_event(struct fiber *fiber, const struct heddle_event *event) {
    if (UNLIKELY(fiber->time.free_until) && event->argument == HEDDLE_DEADLINE_ANY) {
        if (event->result == ETIMEDOUT) {
            later(&fiber->time.now, fiber->time.free_until);
        }
        fiber->time.free_until = 0;
    }
    struct touched touched[MOST_THINGS];
    int count = touches(event, touched);
    for (int i = 0; i < count; i++) {
        if (touched[i].access == WAKES) {
            continue; /* it has its time from the signal that woke it */
        }
        struct object *o = object_at(touched[i].family, (void *)(uintptr_t)touched[i].object);
        later(&fiber->time.now, o->write_time);
        if (changes(touched[i].access)) {
            later(&fiber->time.now, o->read_time);
        }
    }
    for (int i = 0; i < count; i++) {
        struct object *o = object_at(touched[i].family, (void *)(uintptr_t)touched[i].object);
        later(changes(touched[i].access) ? &o->write_time : &o->read_time, fiber->time.now);
    }
}

uint64_t time_in_steps(uint64_t time) { return time < TIME_IS_FAR ? time : (time + SECOND - 1) / SECOND * SECOND; }

void time_expire(struct fiber *fiber, uint64_t deadline) {
    later(&fiber->time.now, time_in_steps(deadline));
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        later(&fiber->time.now, rt.fibers[i].time.now);
    }
}

bool always_expires(const struct fiber *fiber, const struct heddle_event *operation) {
    (void)fiber;
    (void)operation;
    return true;
}
