#include "kernel/timers/vain_expiries.h"

#include "core/loops/vain.h"
#include "kernel/timers/timer_table.h"
#include "model/fibers/fiber.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "model/shared.h"

#define IN_VAIN 50 /* expiries in a row */

static uint32_t from, times; /* the first event that has not been looked at; expiries in a row */
static uint64_t changes;

static bool nothing_came(void) {
    bool vain = changes == vain_changes();
    for (uint32_t i = from; vain && i < rt.shared->event_count; i++) {
        const struct heddle_event *event = &rt.shared->events[i];
        vain = fiber_by_id(event->thread)->made.is_timer || is_vain(event);
    }
    return vain;
}

void vain_expiries_count(void) {
    times = nothing_came() ? times + 1 : 0;
    from = rt.shared->event_count;
    changes = vain_changes();
}

bool vain_expiries_only(void) { return times >= IN_VAIN && nothing_came(); }

static void earlier(uint64_t *first, uint64_t moment, uint64_t now) {
    if (moment >= now && (*first == 0 || moment < *first)) {
        *first = moment;
    }
}

uint64_t vain_expiries_until(uint64_t now) {
    uint64_t first = 0;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        const struct fiber *fiber = &rt.fibers[i];
        const struct heddle_event *pending = fiber->pending;
        earlier(&first, fiber->time.passes_to ? fiber->time.passes_to + 1 : 0, now);
        if (has_deadline(pending) && rules[pending->kind]->expires(fiber, pending) &&
            !(fiber->made.is_timer && timer_is_periodic(fiber))) {
            earlier(&first, pending->argument, now);
        }
    }
    return first;
}
