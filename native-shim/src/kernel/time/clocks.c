#define _GNU_SOURCE
#include "kernel/time/clocks.h"

#include <errno.h>
#include <stddef.h>

#include "base/compiler.h"
#include "base/symbols.h"
#include "core/schedule.h"
#include "core/virtual_time.h"
#include "model/note.h"
#include "model/resolve.h"
#include "model/runtime.h"

static uint64_t wall_start = WALL_CLOCK_START * SECOND;
static bool may_be_set; /* the program refers to what sets it */
static bool is_awaited; /* some thread has waited for a time of it, or armed a timer for one */

static const struct heddle_site records[] = {
    OWN_VARIABLE(wall_start, "the clock"),
};

void clocks_prepare(void) {
    static const char *const names[] = {"clock_settime", "settimeofday", "stime", "clock_adjtime", "adjtimex", "syscall", NULL};
    may_be_set = symbols_are_referred_to(names);
    resolve_name(records, records + 1);
}

static bool is_of_wall(clockid_t clock) {
    return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_REALTIME_ALARM || clock == CLOCK_TAI;
}

uint64_t clock_start(clockid_t clock) { return is_of_wall(clock) ? wall_start : OTHER_CLOCKS_START * SECOND; }

uint64_t clock_start_now(clockid_t clock, uint64_t site) {
    if (UNLIKELY(may_be_set) && is_of_wall(clock)) {
        point_on(HEDDLE_ATOMIC_LOAD, &wall_start, sizeof wall_start, site);
    }
    return clock_start(clock);
}

void clock_awaited(clockid_t clock) { is_awaited |= is_of_wall(clock); }

void wall_clock_set(uint64_t wanted, const char *function, uint64_t site) {
    point_on(HEDDLE_ATOMIC_RMW, &wall_start, sizeof wall_start, site);
    may_be_set = true;
    rt.local_changes++;
    wall_start = wanted - rt.current->time.now;
    if (is_awaited) {
        note(HEDDLE_NOTE_UNCONTROLLED, 0, site, "%s: what waits for a time of this clock waits as long as if it were not set",
             function);
    }
}

uint64_t clock_nanoseconds(const struct timespec *t) {
    return (uint64_t)t->tv_sec > UINT64_MAX / SECOND / 2 ? UINT64_MAX / 2 : (uint64_t)t->tv_sec * SECOND + (uint64_t)t->tv_nsec;
}

struct timespec clock_timespec(uint64_t nanoseconds) {
    return (struct timespec){(time_t)(nanoseconds / SECOND), (long)(nanoseconds % SECOND)};
}

struct timeval clock_timeval(uint64_t nanoseconds) {
    return (struct timeval){(time_t)(nanoseconds / SECOND), (long)(nanoseconds % SECOND / 1000)};
}

bool clock_is_of_time(clockid_t clock) {
    switch (clock) {
        case CLOCK_REALTIME:
        case CLOCK_MONOTONIC:
        case CLOCK_MONOTONIC_RAW:
        case CLOCK_REALTIME_COARSE:
        case CLOCK_MONOTONIC_COARSE:
        case CLOCK_BOOTTIME:
        case CLOCK_REALTIME_ALARM:
        case CLOCK_BOOTTIME_ALARM:
        case CLOCK_TAI:
            return true;
        default:
            return false;
    }
}

/* Of CPU time, as Linux numbers them; a descriptor would have both bits set. */
static bool is_of_thread_or_process(clockid_t clock) { return clock < 0 && (clock & 3) != 3; }

int clock_sleeping_error(clockid_t clock) {
    switch (clock) {
        case CLOCK_MONOTONIC_RAW:
        case CLOCK_REALTIME_COARSE:
        case CLOCK_MONOTONIC_COARSE:
            return EOPNOTSUPP;
        case CLOCK_THREAD_CPUTIME_ID:
            return EINVAL;
        default:
            return clock_is_of_time(clock) || clock == CLOCK_PROCESS_CPUTIME_ID || is_of_thread_or_process(clock) ? 0 : EINVAL;
    }
}
