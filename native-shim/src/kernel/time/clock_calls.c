/* Reading clocks. A reading takes a microsecond. A thread that does nothing but look at the time, as in `while (now < deadline)`, would
 * go round thousands of times: after some readings between which it has done nothing that anybody could notice, each takes longer by
 * a factor, until years have passed. Any time between two readings is a possible one, and how much it is depends on the thread's own
 * past alone.
 *
 * Clocks of CPU time show what the readings of clocks took, and not the sleeping. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "core/loops/vain.h"
#include "core/virtual_time.h"
#include "kernel/time/clocks.h"
#include "kernel/time/time_limits.h"
#include "kernel/timers/timer.h"
#include "model/fibers/fiber.h"
#include "model/fibers/fiber_handle.h"
#include "model/note.h"
#include "model/runtime.h"

#define READING 1000ull /* nanoseconds that a reading takes */
#define PATIENCE 6 /* readings in vain before they take longer */
#define LONGEST (3600 * SECOND) /* that one takes where timers may tick meanwhile, and from TIME_IS_FAR on */
#define LEAP (365 * 86400 * SECOND) /* that one takes else */
#define TICKS 100 /* a second, for times() */

static uint64_t duration_of(uint32_t in_vain, uint64_t now) {
    uint64_t longest = timers_may_be_used() || now >= TIME_IS_FAR ? LONGEST : LEAP;
    uint64_t duration = READING;
    for (uint32_t i = PATIENCE; i < in_vain && duration < longest; i++) {
        duration *= 16;
    }
    return duration < longest ? duration : longest;
}

/* The current thread looks at a clock. */
static struct fiber *reading(uint64_t site) {
    struct fiber *self = rt.current;
    rt.seen.time = true;
    vain_before_event(self);
    uint64_t duration = duration_of(self->time.readings_in_vain++, self->time.now);
    if (duration > READING) {
        self->time.slept_from = self->time.now;
        timers_pass(duration, site);
        self->time.slept_from = 0;
    }
    self->time.now = duration > READING ? time_in_steps(self->time.now + duration) : self->time.now + duration;
    self->time.ran += duration;
    self->time.process_ran += duration;
    if (duration > READING) {
        time_limits_outlasted(site);
    }
    rt.local_changes++; /* a loop that reads a clock does not repeat: see await.c */
    rt.far_readings += self->time.now >= TIME_IS_FAR; /* unless for ever: see round_word.h */
    self->time.changes = vain_changes();
    return self;
}

/* ---- CPU time; the numbers of the clocks are made as Linux makes them (posix-timers_types.h) ---- */

#define OF_PROCESS 2
#define OF_THREAD 6

static clockid_t cpu_clock(uint32_t number, int which) { return (clockid_t)(~number << 3) | which; }

/* What another process has run is not under control. */
static bool cpu_time_of_other(clockid_t clock, uint64_t *out, uint64_t site) {
    struct timespec ran;
    if (REAL(clock_gettime)(clock, &ran) != 0) {
        return false;
    }
    reading(site);
    note(HEDDLE_NOTE_UNCONTROLLED, 0, site, "the CPU time of another process");
    *out = (uint64_t)ran.tv_sec * SECOND + (uint64_t)ran.tv_nsec;
    return true;
}

/* Shows it in nanoseconds; false if there is no such clock. What another thread has run is known as far as it happened before. */
static bool cpu_time(clockid_t clock, uint64_t *out, uint64_t site) {
    uint32_t number = ~(uint32_t)(clock >> 3);
    bool of_process = clock == CLOCK_PROCESS_CPUTIME_ID || (clock < 0 && (clock & 7) == OF_PROCESS);
    bool of_thread = clock == CLOCK_THREAD_CPUTIME_ID || (clock < 0 && (clock & 7) == OF_THREAD);
    if (of_process && clock < 0 && number != 0 && number != (uint32_t)REAL(getpid)()) {
        return cpu_time_of_other(clock, out, site);
    }
    if (of_process) {
        *out = reading(site)->time.process_ran;
        return true;
    }
    if (of_thread) {
        const struct fiber *fiber = clock > 0 || number == 0 ? rt.current : fiber_by_id(number - 1);
        const struct fiber *self = reading(site);
        *out = fiber == self ? self->time.ran : self->time.process_ran - self->time.ran;
        return fiber && !fiber->joined;
    }
    return false;
}

static uint64_t shown(clockid_t clock, uint64_t site) {
    uint64_t start = clock_start_now(clock, site);
    return start + reading(site)->time.now;
}

/* ---- the interposed functions ---- */

EXPORT int clock_gettime(clockid_t clock, struct timespec *out) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(clock_gettime)(clock, out);
    }
    uint64_t ran;
    if (clock_is_of_time(clock)) {
        *out = clock_timespec(shown(clock, site));
    } else if (cpu_time(clock, &ran, site)) {
        *out = clock_timespec(ran);
    } else {
        errno = EINVAL;
        return -1;
    }
    return 0;
}

EXPORT int gettimeofday(struct timeval *restrict out, void *restrict zone) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(gettimeofday)(out, zone);
    }
    *out = clock_timeval(shown(CLOCK_REALTIME, site));
    if (zone) {
        memset(zone, 0, sizeof(struct timezone));
    }
    return 0;
}

EXPORT time_t time(time_t *out) {
    uint64_t site = SITE();
    time_t now = running() ? (time_t)(shown(CLOCK_REALTIME, site) / SECOND) : REAL(time)(NULL);
    if (out) {
        *out = now;
    }
    return now;
}

EXPORT int timespec_get(struct timespec *out, int base) {
    uint64_t site = SITE();
    if (!running() || base != TIME_UTC) {
        return REAL(timespec_get)(out, base);
    }
    *out = clock_timespec(shown(CLOCK_REALTIME, site));
    return base;
}

EXPORT clock_t clock(void) {
    uint64_t site = SITE();
    return running() ? (clock_t)(reading(site)->time.process_ran / 1000) : REAL(clock)();
}

static clock_t ticks(uint64_t nanoseconds) { return (clock_t)(nanoseconds / (SECOND / TICKS)); }

EXPORT clock_t times(struct tms *out) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(times)(out);
    }
    const struct fiber *self = reading(site);
    if (out) {
        *out = (struct tms){.tms_utime = ticks(self->time.process_ran), .tms_cutime = ticks(self->time.children_ran)};
    }
    return ticks(clock_start(CLOCK_MONOTONIC) + self->time.now);
}

EXPORT int getrusage(__rusage_who_t who, struct rusage *out) {
    uint64_t site = SITE();
    bool is_of_children = (int)who == RUSAGE_CHILDREN && rt.processes;
    if (!running() || ((int)who != RUSAGE_SELF && (int)who != RUSAGE_THREAD && !is_of_children)) {
        return REAL(getrusage)(who, out);
    }
    const struct fiber_time *time = &reading(site)->time;
    memset(out, 0, sizeof *out);
    out->ru_utime = clock_timeval(is_of_children              ? time->children_ran
                                  : (int)who == RUSAGE_THREAD ? time->ran
                                                              : time->process_ran);
    return 0;
}

EXPORT int clock_getres(clockid_t clock, struct timespec *out) {
    rt.site = NULL;
    return REAL(clock_getres)(running() && clock < 0 && (clock & 7) == OF_THREAD ? CLOCK_THREAD_CPUTIME_ID : clock, out);
}

EXPORT int clock_getcpuclockid(pid_t process, clockid_t *out) {
    rt.site = NULL;
    if (!running() || (process != 0 && process != REAL(getpid)())) {
        return REAL(clock_getcpuclockid)(process, out);
    }
    *out = cpu_clock((uint32_t)process, OF_PROCESS);
    return 0;
}

EXPORT int pthread_getcpuclockid(pthread_t thread, clockid_t *out) {
    rt.site = NULL;
    if (!running()) {
        return REAL(pthread_getcpuclockid)(thread, out);
    }
    const struct fiber *fiber = fiber_by_handle(thread);
    if (!fiber) {
        return ESRCH;
    }
    *out = cpu_clock(fiber->id + 1, OF_THREAD);
    return 0;
}
