#define _GNU_SOURCE
#include "kernel/timers/early_expiries.h"

#include "base/catalogue.h"
#include "kernel/readiness/slots.h"
#include "kernel/timers/timer_table.h"
#include "model/fibers/fiber.h"
#include "model/note.h"
#include "model/resolve.h"
#include "model/runtime.h"
#include "model/shared.h"
#include "race/race_report.h"
#include "race/shadow/visible.h"

static uint64_t early[TIMERS];
static const struct heddle_site records[] = {
    OWN_VARIABLE(early, "an early expiry of a timer"),
};

static uint64_t variable_of(const struct timer *timer) { return (uint64_t)(uintptr_t)&early[timer - timers]; }

static bool is_told(const struct timer *timer) {
    return rt.asked.timeouts == HEDDLE_TIMEOUTS_LAST_RESORT && visible_any(variable_of(timer), sizeof *early);
}

bool early_expiries_of(const struct timer *timer) { return rt.asked.timeouts == HEDDLE_TIMEOUTS_ANY || is_told(timer); }

/* Whether one of those may come now, whatever else happens. */
static bool early_expiries_left(const struct timer *timer) {
    return timer->armed && timer->expiries < rt.asked.expiries && early_expiries_of(timer);
}

void early_expiries_prepare(void) {
    resolve_name(records, records + 1);
    slot_sources.timer_may_expire = early_expiries_left;
}

void early_expiries_tell_over(const struct timer *timer) {
    if (timer->armed && timer->expiries >= rt.asked.expiries && early_expiries_of(timer)) {
        note(HEDDLE_NOTE_LATE_EXPIRIES, 0, timer->site, "%s", "");
    }
}

void early_expiries_tell(const struct timer *timer) {
    if (timer->armed && is_told(timer)) {
        note(HEDDLE_NOTE_EARLY_EXPIRIES, variable_of(timer), timer->site, "%s", "");
    }
}

/* Where a thread waits until another one, or what a handler has interrupted, gives something back. */
static bool waits_to_take(uint32_t kind) {
    return operation_takes(kind) && can_block(kind) && !operation_has(kind, TRAIT_WITH_MUTEX);
}

static bool has_taken(uint32_t from) {
    const struct shared *shared = rt.shared;
    for (uint32_t i = from; i < shared->event_count; i++) {
        if (shared->events[i].thread == rt.current->id && waits_to_take(shared->events[i].kind)) {
            return true;
        }
    }
    return false;
}

static bool sends(const struct timer *timer, int signal) {
    int how = timer->event.sigev_notify;
    return timer->made && timer->process == rt.current->process && timer->expiries > 0 && timer->descriptor < 0 &&
           timer->event.sigev_signo == signal && (how == SIGEV_SIGNAL || how == SIGEV_THREAD_ID);
}

void early_expiries_learn(int signal, uint32_t from, bool is_unsafe) {
    for (int i = 0; i < TIMERS; i++) {
        if (sends(&timers[i], signal) && !early_expiries_of(&timers[i]) && (is_unsafe || has_taken(from))) {
            race_show(rt.current, variable_of(&timers[i]), sizeof *early, timers[i].site);
        }
    }
}
