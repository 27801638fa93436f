#define _GNU_SOURCE
#include "kernel/timers/timer.h"

#include <poll.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/direct.h"
#include "base/symbols.h"
#include "core/virtual_time.h"
#include "kernel/readiness/channels.h"
#include "kernel/readiness/kernel.h"
#include "kernel/signals/signal_handler.h"
#include "kernel/signals/pending/signal_pending.h"
#include "kernel/time/clocks.h"
#include "kernel/timers/early_expiries.h"
#include "kernel/timers/timer_expiry.h"
#include "kernel/timers/timer_table.h"
#include "model/fibers/fiber.h"
#include "model/note.h"
#include "model/runtime.h"
#include "model/shared.h"

static bool may_be_used;
static make_thread_fn *make_thread;

/* The first of those that are not there, with a thread of this process that waits for it, or none; NULL if there is none. */
static struct timer *unused(void) {
    for (int i = 0; i < OWN; i++) {
        if (!timers[i].made && (!timers[i].has_thread || timers[i].process == rt.current->process)) {
            return &timers[i];
        }
    }
    return NULL;
}

/* It may have been deleted before: the thread that waited for it does so again. */
static void make(struct timer *timer, clockid_t clock, const struct sigevent *event, int code, uint64_t site) {
    *timer = (struct timer){.made = true,
                            .process = rt.current->process,
                            .clock = clock,
                            .event = *event,
                            .code = code,
                            .has_thread = timer->has_thread,
                            .fiber = timer->fiber,
                            .site = site,
                            .descriptor = -1};
}

struct timer *timer_make(clockid_t clock, const struct sigevent *event, int code, uint64_t site) {
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    kernel_settle();
    struct timer *timer = unused();
    if (timer) {
        make(timer, clock, event, code, site);
    }
    return timer;
}

/* Those of the first process have places of their own, so that its other timers have the same numbers with them and without. */
static struct timer *place_of_interval(int which, int signal) {
    struct timer *timer = rt.current->process == 0 ? &timers[OWN + which] : timer_of_kernel(signal);
    timer = timer ? timer : unused();
    if (!timer) {
        out_of("timers of all processes", OWN);
    }
    return timer;
}

struct timer *timer_of_interval(int which) {
    static const int signals[] = {SIGALRM, SIGVTALRM, SIGPROF};
    struct timer *timer = place_of_interval(which, signals[which]);
    if (!timer->made) {
        struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = signals[which]};
        make(timer, which == ITIMER_REAL ? CLOCK_REALTIME : CLOCK_PROCESS_CPUTIME_ID, &event, SI_KERNEL, 0);
    }
    return timer;
}

void timer_end(struct timer *timer, uint64_t site) {
    timer_arm(timer, false, &(struct itimerspec){0}, NULL, site);
    timer->made = false;
}

static bool is_of_process(const struct timer *timer) {
    return timer->process == rt.current->process && (timer->made || timer->has_thread);
}

/* What a function of the program does there ends with the process at no moment that an event tells. */
static bool calls_function(const struct timer *timer) {
    uint32_t kind = timer->fiber ? timer->fiber->pending->kind : 0;
    return timer->event.sigev_notify == SIGEV_THREAD && kind != 0 && kind != HEDDLE_THREAD_START && kind != HEDDLE_SIGNAL_WAIT;
}

bool timers_process_ends(uint64_t site) {
    bool any = false, in_function = false;
    for (int i = 0; i < TIMERS; i++) {
        any |= is_of_process(&timers[i]);
    }
    if (!any) {
        return true;
    }
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    for (int i = 0; i < TIMERS; i++) {
        if (is_of_process(&timers[i])) {
            in_function |= calls_function(&timers[i]);
            if (timers[i].fiber) {
                timers[i].fiber->pending->kind = 0; /* it has nothing to do any more */
            }
            timers[i] = (struct timer){0};
        }
    }
    kernel_settle();
    return !in_function;
}

static uint64_t as_nanoseconds(const struct timespec *t) {
    uint64_t seconds = (uint64_t)t->tv_sec < UINT64_MAX / SECOND / 4 ? (uint64_t)t->tv_sec : UINT64_MAX / SECOND / 4;
    return seconds * SECOND + (uint64_t)t->tv_nsec;
}

struct itimerspec timer_setting(const struct timer *timer) {
    uint64_t now = rt.current->time.now;
    uint64_t left = !timer->armed ? 0 : timer->deadline > now ? timer->deadline - now : 1;
    return (struct itimerspec){.it_value = clock_timespec(left), .it_interval = clock_timespec(timer->interval)};
}

static bool valid(const struct timespec *t) { return t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < (long)SECOND; }

bool timer_valid(const struct itimerspec *setting) { return valid(&setting->it_value) && valid(&setting->it_interval); }

/* That nobody has read. */
static void forget_expiries(const struct timer *timer) {
    struct pollfd poll = {.fd = timer->descriptor, .events = POLLIN};
    uint64_t count;
    if (timer->descriptor >= 0 && kernel_call(SYS_ppoll, &poll, 1, &(struct timespec){0, 0}, NULL, 8) > 0) {
        kernel_call(SYS_read, timer->descriptor, &count, sizeof count);
    }
}

/* By its clock, in nanoseconds. */
static uint64_t shown(const struct timer *timer) {
    const struct fiber_time *time = &rt.current->time;
    switch (timer->clock) {
        case CLOCK_THREAD_CPUTIME_ID:
            return time->ran;
        case CLOCK_PROCESS_CPUTIME_ID:
            return time->process_ran;
        default:
            return clock_start(timer->clock) + time->now;
    }
}

void timer_look(uint64_t site) {
    signals_use_masks();
    rt.seen.time = true;
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    kernel_settle();
}

void timer_arm(struct timer *timer, bool absolute, const struct itimerspec *setting, struct itimerspec *before, uint64_t site) {
    uint64_t value = as_nanoseconds(&setting->it_value);
    if (before) {
        *before = timer_setting(timer);
    }
    uint64_t now = shown(timer), left = !absolute ? value : value > now ? value - now : 0;
    if (absolute) {
        clock_awaited(timer->clock);
    }
    timer->armed = value != 0;
    rt.seen.timers |= timer->armed;
    timer->deadline = rt.current->time.now + left;
    timer->deadline = timer->deadline > HEDDLE_DEADLINE_ANY ? timer->deadline : HEDDLE_DEADLINE_ANY + 1;
    timer->runs_until = timer_is_of_cpu(timer) ? now + left : 0;
    timer->armed_by = rt.current->id;
    timer->interval = as_nanoseconds(&setting->it_interval);
    timer->site = site;
    timer->expiries = 0;
    timer->since = rt.shared->event_count;
    forget_expiries(timer);
    timer_reset(timer);
    kernel_settle();
    early_expiries_tell_over(timer);
    early_expiries_tell(timer);
    if (value && !timer->has_thread) { /* of two threads that arm it first, the one that came first makes it */
        timer->has_thread = true;
        timer->fiber = make_thread(timer_wait, timer, "timer", site);
        timer->fiber->signal.blocked = ~0ull;
    }
}

bool timers_pass(uint64_t nanoseconds, uint64_t site) {
    if (!may_be_used) {
        return false;
    }
    struct fiber *self = rt.current;
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    bool interrupted = signals_run_handlers() != NOT_INTERRUPTED; /* of a timer that has expired by now */
    self->time.passes_to = self->time.slept_from + nanoseconds;
    kernel_settle();
    while (!interrupted && timers_before(self->time.passes_to)) {
        kernel_point(HEDDLE_SIGNAL_WAIT, kernel_either(kernel_time(self, site), signals_interrupt(site)), 0, site);
        interrupted = signals_run_handlers() != NOT_INTERRUPTED;
        kernel_settle();
    }
    self->time.passes_to = 0;
    return interrupted;
}

struct fiber *timers_make_thread(void *(*start)(void *), void *argument, const char *name, uint64_t site) {
    return make_thread(start, argument, name, site);
}

bool timers_may_be_used(void) { return may_be_used; }

void timers_prepare(make_thread_fn *maker) {
    make_thread = maker;
    slot_sources.timers_before = timers_before;
    slot_sources.timer_closed = timer_closed;
    slot_sources.timer_copied = timer_copied;
    timer_expiry_prepare();
    early_expiries_prepare();
    static const char *const names[] = {"alarm", "ualarm", "setitimer", "timer_create", "timerfd_create", NULL};
    may_be_used = symbols_are_referred_to(names);
    if (may_be_used) {
        channels_leave_out();
    }
}
