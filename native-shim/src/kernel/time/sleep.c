/* Sleeping: it costs no wall time, but advances the thread's clock (core/virtual_time.c). */
#define _GNU_SOURCE
#include "kernel/time/sleep.h"

#include <errno.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "core/loops/stack_state.h"
#include "core/schedule.h"
#include "core/virtual_time.h"
#include "kernel/signals/interrupted_calls.h"
#include "kernel/signals/signal_handler.h"
#include "kernel/signals/signal_points.h"
#include "kernel/time/clocks.h"
#include "kernel/time/time_limits.h"
#include "kernel/timers/timer.h"
#include "memory/memory.h"
#include "model/rule.h"
#include "model/runtime.h"

static void later(uint64_t *clock, uint64_t than) {
    if (*clock < than) {
        *clock = than;
    }
}

RULE(SLEEP) = {.vain = VAIN, .repeatable = true};

uint64_t time_sleep(uint64_t nanoseconds, uint64_t site) {
    rt.seen.time = true;
    struct fiber_time *time = &rt.current->time;
    time->slept_from = time->now; /* not on the stack, which would tell rounds of sleeps apart */
    point_on(HEDDLE_SLEEP, NULL, nanoseconds, site);
    bool interrupted = signals_in_sleep(site) != NOT_INTERRUPTED || timers_pass(nanoseconds, site);
    uint64_t passed = time->now - time->slept_from;
    uint64_t left = !interrupted ? 0 : passed < nanoseconds ? nanoseconds - passed : 1;
    if (!interrupted) {
        later(&time->now, time_in_steps(time->slept_from + nanoseconds));
        time_limits_outlasted(site);
    }
    time->slept_from = 0;
    spin_clean_stack(); /* of the time, too, which is another one in each round of a loop */
    return left;
}

/* A sleep that a signal may still come before. */
static uint64_t slept(uint64_t nanoseconds, uint64_t site) {
    if (UNLIKELY(nanoseconds && call_is_interrupted(false, site))) {
        return nanoseconds;
    }
    if (rt.seen.handlers) {
        signals_in_sleep(site);
    }
    return time_sleep(nanoseconds, site);
}

static int pass(struct timespec *left, uint64_t nanoseconds, uint64_t site) {
    uint64_t rest = slept(nanoseconds, site);
    if (rest && left) {
        memory_store(left, ((struct timespec){(time_t)(rest / SECOND), (long)(rest % SECOND)}), site);
    }
    return rest ? EINTR : 0;
}

static bool valid(const struct timespec *t) { return t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < (long)SECOND; }

/* ---- the interposed functions ---- */

EXPORT unsigned sleep(unsigned seconds) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(sleep)(seconds);
    }
    return (unsigned)((slept(seconds * SECOND, site) + SECOND / 2) / SECOND);
}

EXPORT int usleep(useconds_t microseconds) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(usleep)(microseconds);
    }
    if (slept(microseconds * 1000ull, site)) {
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
    int error = valid(wanted) ? pass(left, clock_nanoseconds(wanted), site) : EINVAL;
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
    int error = clock_sleeping_error(clock);
    if (error || !valid(wanted)) {
        return error ? error : EINVAL;
    }
    uint64_t duration = clock_nanoseconds(wanted);
    if (flags & TIMER_ABSTIME) {
        uint64_t now = clock_start_now(clock, site) + rt.current->time.now;
        clock_awaited(clock);
        duration = duration > now ? duration - now : 0;
    }
    return pass(flags & TIMER_ABSTIME ? NULL : left, duration, site);
}
