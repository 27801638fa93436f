#include "kernel/time/deadline.h"

#include "base/wire.h"
#include "core/virtual_time.h"
#include "kernel/time/clocks.h"
#include "kernel/time/time_limits.h"
#include "model/runtime.h"

bool deadline_valid(const struct timespec *until) { return until->tv_nsec >= 0 && until->tv_nsec < (long)SECOND; }

bool deadline_clock(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC; }

uint64_t deadline_of(clockid_t clock, const struct timespec *until, uint64_t site) {
    rt.seen.time = true;
    if (rt.asked.timeouts != HEDDLE_TIMEOUTS_LAST_RESORT) {
        return rt.asked.timeouts == HEDDLE_TIMEOUTS_ANY ? HEDDLE_DEADLINE_ANY : 0;
    }
    uint64_t start = clock_start_now(clock, site), now = start + rt.current->time.now;
    if (until->tv_sec < 0 || clock_nanoseconds(until) <= now) {
        return HEDDLE_DEADLINE_ANY;
    }
    clock_awaited(clock);
    return time_limit(clock_nanoseconds(until) - start);
}

uint64_t deadline_after(uint64_t nanoseconds) {
    rt.seen.time = true;
    if (rt.asked.timeouts != HEDDLE_TIMEOUTS_LAST_RESORT) {
        return rt.asked.timeouts == HEDDLE_TIMEOUTS_ANY ? HEDDLE_DEADLINE_ANY : 0;
    }
    return time_limit(rt.current->time.now + (nanoseconds < UINT64_MAX / 2 ? nanoseconds : UINT64_MAX / 2));
}
