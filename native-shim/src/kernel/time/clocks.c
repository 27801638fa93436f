#define _GNU_SOURCE
#include "kernel/time/clocks.h"

#include <errno.h>

#include "core/virtual_time.h"

uint64_t time_start_of(clockid_t clock) {
    return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI ? WALL_CLOCK_START
                                                                                           : OTHER_CLOCKS_START;
}

uint64_t clock_nanoseconds(const struct timespec *t) {
    return (uint64_t)t->tv_sec > UINT64_MAX / SECOND / 2 ? UINT64_MAX / 2 : (uint64_t)t->tv_sec * SECOND + (uint64_t)t->tv_nsec;
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
