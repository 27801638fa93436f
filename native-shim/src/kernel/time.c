/* Virtual time: sleeping costs no wall time, and clocks return logical time.
 *
 * A sleep advances the thread's clock (core/virtual_time.c); each reading advances it by a microsecond. */
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "core/schedule.h"
#include "core/stack_state.h"
#include "kernel/deadline.h"
#include "kernel/signals.h"
#include "model/runtime.h"

#define SECOND 1000000000ull
#define READING 1000ull                    /* nanoseconds that a reading of a clock takes */
#define WALL_CLOCK_START (1767225600ull)   /* 2026-01-01 00:00:00 UTC */
#define OTHER_CLOCKS_START (1000ull)       /* seconds since "boot" */

bool time_sleep(uint64_t nanoseconds, uint64_t site) {
    rt.time_used = true;
    point_on(HEDDLE_SLEEP, NULL, nanoseconds, site);
    bool interrupted = signals_in_sleep(site) != NOT_INTERRUPTED;
    spin_clean_stack();
    if (!interrupted) {
        rt.current->now += nanoseconds;
    }
    return !interrupted;
}

/* A sleep that a signal may still come before. */
static bool slept(uint64_t nanoseconds, uint64_t site) {
    if (rt.handlers_used) {
        signals_before_call(site);
    }
    return time_sleep(nanoseconds, site);
}

/* An interrupted sleep has been none: all of it is left. */
static int pass(const struct timespec *wanted, struct timespec *left, uint64_t nanoseconds, uint64_t site) {
    if (slept(nanoseconds, site)) {
        return 0;
    }
    if (left) {
        *left = *wanted;
    }
    return EINTR;
}

static uint64_t reading(void) {
    rt.time_used = true;
    rt.local_changes++;
    return rt.current->now += READING;
}

static uint64_t start_of(clockid_t clock) {
    return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI ? WALL_CLOCK_START
                                                                                          : OTHER_CLOCKS_START;
}

static struct timespec as_timespec(clockid_t clock, uint64_t nanoseconds) {
    return (struct timespec){(time_t)(start_of(clock) + nanoseconds / SECOND), (long)(nanoseconds % SECOND)};
}

static bool valid(const struct timespec *t) { return t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < (long)SECOND; }

static uint64_t as_nanoseconds(const struct timespec *t) {
    return (uint64_t)t->tv_sec > UINT64_MAX / SECOND / 2 ? UINT64_MAX / 2
                                                         : (uint64_t)t->tv_sec * SECOND + (uint64_t)t->tv_nsec;
}

bool deadline_valid(const struct timespec *until) { return until->tv_nsec >= 0 && until->tv_nsec < (long)SECOND; }

bool deadline_clock(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC; }

uint64_t deadline_of(clockid_t clock, const struct timespec *until) {
    rt.time_used = true;
    if (rt.timeouts != HEDDLE_TIMEOUTS_LAST_RESORT) {
        return rt.timeouts == HEDDLE_TIMEOUTS_ANY ? HEDDLE_DEADLINE_ANY : 0;
    }
    uint64_t now = start_of(clock) * SECOND + rt.current->now;
    if (until->tv_sec < 0 || as_nanoseconds(until) <= now) {
        return HEDDLE_DEADLINE_ANY;
    }
    uint64_t deadline = as_nanoseconds(until) - start_of(clock) * SECOND;
    return deadline > HEDDLE_DEADLINE_ANY ? deadline : HEDDLE_DEADLINE_ANY + 1;
}

uint64_t deadline_after(uint64_t nanoseconds) {
    rt.time_used = true;
    if (rt.timeouts != HEDDLE_TIMEOUTS_LAST_RESORT) {
        return rt.timeouts == HEDDLE_TIMEOUTS_ANY ? HEDDLE_DEADLINE_ANY : 0;
    }
    uint64_t deadline = rt.current->now + (nanoseconds < UINT64_MAX / 2 ? nanoseconds : UINT64_MAX / 2);
    return deadline > HEDDLE_DEADLINE_ANY ? deadline : HEDDLE_DEADLINE_ANY + 1;
}

/* ---- the interposed functions ---- */

EXPORT unsigned sleep(unsigned seconds) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(sleep)(seconds);
    }
    return slept(seconds * SECOND, site) ? 0 : seconds;
}

EXPORT int usleep(useconds_t microseconds) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(usleep)(microseconds);
    }
    if (!slept(microseconds * 1000ull, site)) {
        errno = EINTR;
        return -1;
    }
    return 0;
}

EXPORT int nanosleep(const struct timespec *wanted, struct timespec *left) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(nanosleep)(wanted, left);
    }
    int error = valid(wanted) ? pass(wanted, left, as_nanoseconds(wanted), site) : EINVAL;
    if (error) {
        errno = error;
        return -1;
    }
    return 0;
}

EXPORT int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted, struct timespec *left) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(clock_nanosleep)(clock, flags, wanted, left);
    }
    if (!valid(wanted)) {
        return EINVAL;
    }
    uint64_t duration = as_nanoseconds(wanted);
    if (flags & TIMER_ABSTIME) {
        uint64_t now = start_of(clock) * SECOND + rt.current->now;
        duration = duration > now ? duration - now : 0;
    }
    return pass(wanted, flags & TIMER_ABSTIME ? NULL : left, duration, site);
}

EXPORT int clock_gettime(clockid_t clock, struct timespec *out) {
    rt.site = NULL;
    if (!running()) {
        return REAL(clock_gettime)(clock, out);
    }
    *out = as_timespec(clock, reading());
    return 0;
}

EXPORT int gettimeofday(struct timeval *restrict out, void *restrict zone) {
    rt.site = NULL;
    if (!running()) {
        return REAL(gettimeofday)(out, zone);
    }
    struct timespec now = as_timespec(CLOCK_REALTIME, reading());
    *out = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

EXPORT time_t time(time_t *out) {
    rt.site = NULL;
    time_t now = running() ? as_timespec(CLOCK_REALTIME, reading()).tv_sec : REAL(time)(NULL);
    if (out) {
        *out = now;
    }
    return now;
}

EXPORT clock_t clock(void) { return running() ? (clock_t)(reading() / 1000) : REAL(clock)(); }
