/* The functions that arm timers; see timer.h. The timers of setitimer by CPU time pass with virtual time like the others. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/descriptors/failing_io.h"
#include "kernel/readiness/kernel.h"
#include "kernel/signals/pending/signal_info.h"
#include "kernel/time/clocks.h"
#include "kernel/timers/timer.h"
#include "kernel/timers/timer_table.h"
#include "memory/memory.h"
#include "model/ending.h"
#include "model/fibers/fiber.h"
#include "model/fibers/thread_number.h"
#include "model/runtime.h"

/* Tells the setting before, if it is wanted. */
static void arm(struct timer *timer, bool absolute, const struct itimerspec *value, struct itimerspec *before, uint64_t site) {
    struct itimerspec was;
    timer_arm(timer, absolute, value, &was, site);
    if (before) {
        memory_store(before, was, site);
    }
}

/* ---- alarm and setitimer ---- */

static struct timespec from_microseconds(const struct timeval *t) { return (struct timespec){t->tv_sec, t->tv_usec * 1000}; }

static struct timeval to_microseconds(const struct timespec *t) {
    bool least = t->tv_sec == 0 && t->tv_nsec > 0 && t->tv_nsec < 1000;
    return (struct timeval){t->tv_sec, least ? 1 : t->tv_nsec / 1000};
}

static struct itimerval as_itimerval(const struct itimerspec *s) {
    return (struct itimerval){.it_value = to_microseconds(&s->it_value), .it_interval = to_microseconds(&s->it_interval)};
}

/* The previous setting. */
static struct itimerspec set(int which, const struct itimerspec *setting, uint64_t site) {
    struct itimerspec before;
    timer_look(site);
    timer_arm(timer_of_interval(which), false, setting, &before, site);
    return before;
}

static bool is_one(int which) { return which == ITIMER_REAL || which == ITIMER_VIRTUAL || which == ITIMER_PROF; }

EXPORT int setitimer(__itimer_which_t which, const struct itimerval *restrict value, struct itimerval *restrict before) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(setitimer)(which, value, before);
    }
    struct itimerspec wanted = {0};
    if (value) {
        wanted = (struct itimerspec){.it_value = from_microseconds(&value->it_value),
                                     .it_interval = from_microseconds(&value->it_interval)};
    }
    if (!is_one((int)which) || !timer_valid(&wanted)) {
        return fail_with(EINVAL);
    }
    struct itimerspec was = set((int)which, &wanted, site);
    if (before) {
        memory_store(before, as_itimerval(&was), site);
    }
    return 0;
}

EXPORT int getitimer(__itimer_which_t which, struct itimerval *value) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(getitimer)(which, value);
    }
    if (!is_one((int)which)) {
        return fail_with(EINVAL);
    }
    timer_look(site);
    struct itimerspec setting = timer_setting(timer_of_interval((int)which));
    memory_store(value, as_itimerval(&setting), site);
    return 0;
}

/* Linux tells what was left in whole seconds, at least one. */
EXPORT unsigned alarm(unsigned seconds) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(alarm)(seconds);
    }
    struct itimerspec wanted = {.it_value = {seconds, 0}};
    struct itimerspec was = set(ITIMER_REAL, &wanted, site);
    bool up = was.it_value.tv_nsec >= 500000000 || (was.it_value.tv_sec == 0 && was.it_value.tv_nsec > 0);
    return (unsigned)was.it_value.tv_sec + up;
}

EXPORT useconds_t ualarm(useconds_t value, useconds_t interval) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(ualarm)(value, interval);
    }
    struct itimerspec wanted = {.it_value = {value / 1000000, value % 1000000 * 1000},
                                .it_interval = {interval / 1000000, interval % 1000000 * 1000}};
    struct itimerspec was = set(ITIMER_REAL, &wanted, site);
    struct timeval left = to_microseconds(&was.it_value);
    return (useconds_t)(left.tv_sec * 1000000 + left.tv_usec);
}

/* ---- timer_create ---- */

static int clock_error(clockid_t clock) { return clock == CLOCK_THREAD_CPUTIME_ID ? 0 : clock_sleeping_error(clock); }

/* In a visible operation; NULL if there is none any more. */
static struct timer *looked_at(timer_t id, uint64_t site) {
    timer_look(site);
    return timer_numbered((uint64_t)(uintptr_t)id);
}

EXPORT int timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict id) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(timer_create)(clock, event, id);
    }
    if (clock_error(clock)) {
        return fail_with(clock_error(clock));
    }
    struct sigevent usual = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
    const struct sigevent *wanted = event ? event : &usual;
    bool by_signal = wanted->sigev_notify == SIGEV_SIGNAL || wanted->sigev_notify == SIGEV_THREAD_ID;
    bool known = by_signal || wanted->sigev_notify == SIGEV_NONE || wanted->sigev_notify == SIGEV_THREAD;
    if (!known || (by_signal && (wanted->sigev_signo <= 0 || wanted->sigev_signo >= NSIG)) ||
        (wanted->sigev_notify == SIGEV_THREAD_ID && !fiber_by_number(wanted->_sigev_un._tid))) {
        return fail_with(EINVAL);
    }
    struct timer *timer = timer_make(clock, wanted, SI_TIMER, site);
    if (!timer) {
        return fail_with(EAGAIN);
    }
    if (!event) {
        timer_set_value(timer, timer_number(timer));
    }
    memory_store(id, (timer_t)(uintptr_t)timer_number(timer), site);
    return 0;
}

EXPORT int timer_settime(timer_t id, int flags, const struct itimerspec *restrict value, struct itimerspec *restrict before) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(timer_settime)(id, flags, value, before);
    }
    struct timer *timer = looked_at(id, site);
    if (!timer || !value || !timer_valid(value)) {
        return fail_with(EINVAL);
    }
    arm(timer, flags & TIMER_ABSTIME, value, before, site);
    return 0;
}

EXPORT int timer_gettime(timer_t id, struct itimerspec *value) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(timer_gettime)(id, value);
    }
    const struct timer *timer = looked_at(id, site);
    if (!timer) {
        return fail_with(EINVAL);
    }
    memory_store(value, timer_setting(timer), site);
    return 0;
}

EXPORT int timer_getoverrun(timer_t id) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(timer_getoverrun)(id);
    }
    const struct timer *timer = looked_at(id, site);
    return timer ? timer_overrun(timer) : fail_with(EINVAL);
}

EXPORT int timer_delete(timer_t id) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(timer_delete)(id);
    }
    struct timer *timer = looked_at(id, site);
    if (!timer) {
        return fail_with(EINVAL);
    }
    timer_end(timer, site);
    return 0;
}

/* ---- timerfd: an event counter to which the timer adds ---- */

EXPORT int timerfd_create(int clock, int flags) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(timerfd_create)(clock, flags);
    }
    CALLS_ALONE("timerfd_create");
    bool known = clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_BOOTTIME ||
                 clock == CLOCK_REALTIME_ALARM || clock == CLOCK_BOOTTIME_ALARM;
    if (!known || flags & ~(TFD_NONBLOCK | TFD_CLOEXEC)) {
        return fail_with(EINVAL);
    }
    if (UNLIKELY(descriptors_run_out(site))) {
        return -1;
    }
    pass_site(site);
    int descriptor = eventfd(0, (flags & TFD_NONBLOCK ? EFD_NONBLOCK : 0) | (flags & TFD_CLOEXEC ? EFD_CLOEXEC : 0));
    if (descriptor < 0) {
        return descriptor;
    }
    struct sigevent none = {.sigev_notify = SIGEV_NONE};
    struct timer *timer = timer_make((clockid_t)clock, &none, SI_KERNEL, site);
    if (!timer) {
        REAL(close)(descriptor);
        return fail_with(ENFILE);
    }
    timer_bind(timer, (clockid_t)clock, descriptor);
    return descriptor;
}

static struct timer *timer_behind(int descriptor, int *error, uint64_t site) {
    timer_look(site);
    struct timer *timer = timer_of_descriptor(descriptor);
    *error = REAL(fcntl)(descriptor, F_GETFL) < 0 ? EBADF : timer ? 0 : EINVAL;
    return timer;
}

EXPORT int timerfd_settime(int descriptor, int flags, const struct itimerspec *value, struct itimerspec *before) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(timerfd_settime)(descriptor, flags, value, before);
    }
    int error;
    struct timer *timer = timer_behind(descriptor, &error, site);
    if (error || !timer_valid(value) || flags & ~(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)) {
        return fail_with(error ? error : EINVAL);
    }
    arm(timer, flags & TFD_TIMER_ABSTIME, value, before, site);
    return 0;
}

EXPORT int timerfd_gettime(int descriptor, struct itimerspec *value) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(timerfd_gettime)(descriptor, value);
    }
    int error;
    struct timer *timer = timer_behind(descriptor, &error, site);
    if (error) {
        return fail_with(error);
    }
    memory_store(value, timer_setting(timer), site);
    return 0;
}
