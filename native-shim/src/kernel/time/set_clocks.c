/* Setting clocks: it is the execution's own clock that is set, never the machine's. What makes clocks faster or slower is refused. Errors are
 * those that the kernel gives this user. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/capability.h>
#include <string.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

#include "base/capability.h"
#include "base/compiler.h"
#include "base/real.h"
#include "core/virtual_time.h"
#include "kernel/machine/machine.h"
#include "kernel/time/clocks.h"
#include "kernel/time/deadline.h"
#include "model/runtime.h"

#define LATEST 8000000000ull /* seconds: a later time the kernel does not take */
#define TICK 10000 /* microseconds between two ticks of a clock that runs as it should */
#define MOST_WRONG 16000000 /* microseconds: what the kernel says where nobody looks after the clock */

int stime(const time_t *when); /* of old programs: libc declares it no more */

static int set(const struct timespec *wanted, const char *function, uint64_t site) {
    if (wanted->tv_sec < 0 || (uint64_t)wanted->tv_sec >= LATEST || !deadline_valid(wanted)) {
        return fail_with(EINVAL);
    }
    if (!has_capability(CAP_SYS_TIME)) {
        return fail_with(EPERM);
    }
    wall_clock_set(clock_nanoseconds(wanted), function, site);
    return 0;
}

EXPORT int clock_settime(clockid_t clock, const struct timespec *wanted) {
    uint64_t site = SITE();
    if (!running()) {
        return machine_refuses(HEDDLE_MACHINE_CLOCK, "clock_settime", site) ? -1 : REAL(clock_settime)(clock, wanted);
    }
    if (clock != CLOCK_REALTIME) {
        return fail_with(clock < 0 ? EPERM : EINVAL);
    }
    return set(wanted, "clock_settime", site);
}

EXPORT int settimeofday(const struct timeval *wanted, const struct timezone *zone) {
    uint64_t site = SITE();
    if (wanted && zone) {
        return fail_with(EINVAL);
    }
    if (!running() || zone) {
        return machine_refuses(HEDDLE_MACHINE_CLOCK, "settimeofday", site) ? -1 : REAL(settimeofday)(wanted, zone);
    }
    return set(&(struct timespec){wanted->tv_sec, wanted->tv_usec * 1000}, "settimeofday", site);
}

EXPORT int stime(const time_t *when) {
    uint64_t site = SITE();
    if (!running()) {
        return machine_refuses(HEDDLE_MACHINE_CLOCK, "stime", site) ? -1 : REAL(stime)(when);
    }
    return set(&(struct timespec){.tv_sec = *when}, "stime", site);
}

/* ---- how clocks run ---- */

static struct timeval present(uint64_t site) {
    uint64_t start = clock_start_now(CLOCK_REALTIME, site), now = start + rt.current->time.now;
    return (struct timeval){(time_t)(now / SECOND), (long)(now % SECOND / 1000)};
}

/* The realtime clock, which nobody looks after; or a time is added to it. */
static int adjust(struct timex *timex, const char *function, uint64_t site) {
    bool adds = timex->modes & ADJ_SETOFFSET;
    if (timex->modes && timex->modes & ~(ADJ_SETOFFSET | ADJ_NANO)) {
        return machine_refuses_anybody(HEDDLE_MACHINE_CLOCK, function, site) ? -1 : REAL(adjtimex)(timex);
    }
    if (adds) {
        uint64_t start = clock_start(CLOCK_REALTIME), now = start + rt.current->time.now;
        uint64_t part = (uint64_t)timex->time.tv_usec * (timex->modes & ADJ_NANO ? 1 : 1000);
        wall_clock_set(now + (uint64_t)timex->time.tv_sec * SECOND + part, function, site);
    }
    *timex = (struct timex){.modes = timex->modes,
                            .maxerror = MOST_WRONG,
                            .esterror = MOST_WRONG,
                            .status = STA_UNSYNC,
                            .precision = 1,
                            .tick = TICK,
                            .time = present(site)};
    return TIME_ERROR;
}

static bool lacks_right(const struct timex *timex) { return timex->modes && !has_capability(CAP_SYS_TIME); }

static int adjust_or_fail(struct timex *timex, const char *function, uint64_t site) {
    if (!running()) {
        return machine_refuses(HEDDLE_MACHINE_CLOCK, function, site) ? -1 : REAL(adjtimex)(timex);
    }
    return lacks_right(timex) ? fail_with(EPERM) : adjust(timex, function, site);
}

EXPORT int adjtimex(struct timex *timex) { return adjust_or_fail(timex, "adjtimex", SITE()); }

EXPORT int ntp_adjtime(struct timex *timex) { return adjust_or_fail(timex, "ntp_adjtime", SITE()); }

EXPORT int clock_adjtime(clockid_t clock, struct timex *timex) {
    uint64_t site = SITE();
    return clock == CLOCK_REALTIME ? adjust_or_fail(timex, "clock_adjtime", site) : fail_with(clock < 0 ? EINVAL : EOPNOTSUPP);
}

EXPORT int adjtime(const struct timeval *delta, struct timeval *left) {
    uint64_t site = SITE();
    if (!rt.shared) {
        return REAL(adjtime)(delta, left);
    }
    if (delta && (!has_capability(CAP_SYS_TIME) || machine_refuses(HEDDLE_MACHINE_CLOCK, "adjtime", site))) {
        return fail_with(EPERM);
    }
    if (delta) {
        return REAL(adjtime)(delta, left);
    }
    if (left) {
        *left = (struct timeval){0};
    }
    return 0;
}

/* What libc asks by a call of its own. */
EXPORT int ntp_gettimex(struct ntptimeval *out) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(ntp_gettimex)(out);
    }
    memset(out, 0, sizeof *out);
    out->time = present(site);
    out->maxerror = out->esterror = MOST_WRONG;
    return TIME_ERROR;
}
