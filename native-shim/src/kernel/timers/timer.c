#define _GNU_SOURCE
#include "kernel/timers/timer.h"

#include <poll.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/direct.h"
#include "base/symbols.h"
#include "core/virtual_time.h"
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

struct timer *timer_make(clockid_t clock, const struct sigevent *event, int code, uint64_t site) {
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    kernel_settle();
    for (int i = 0; i < OWN; i++) {
        if (!timers[i].made) {
            struct timer was = timers[i]; /* one that was deleted */
            timers[i] = (struct timer){.made = true,
                                       .clock = clock,
                                       .event = *event,
                                       .code = code,
                                       .has_thread = was.has_thread,
                                       .fiber = was.fiber,
                                       .site = site,
                                       .descriptor = -1};
            return &timers[i];
        }
    }
    return NULL;
}

struct timer *timer_of_interval(int which) {
    static const int signals[] = {SIGALRM, SIGVTALRM, SIGPROF};
    struct timer *timer = &timers[OWN + which];
    if (!timer->made) {
        *timer = (struct timer){.made = true,
                                .clock = CLOCK_REALTIME,
                                .event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = signals[which]},
                                .code = SI_KERNEL,
                                .descriptor = -1};
    }
    return timer;
}

void timer_end(struct timer *timer, uint64_t site) {
    timer_arm(timer, false, &(struct itimerspec){0}, NULL, site);
    timer->made = false;
}

static struct timespec as_timespec(uint64_t nanoseconds) {
    return (struct timespec){(time_t)(nanoseconds / SECOND), (long)(nanoseconds % SECOND)};
}

static uint64_t as_nanoseconds(const struct timespec *t) {
    uint64_t seconds = (uint64_t)t->tv_sec < UINT64_MAX / SECOND / 4 ? (uint64_t)t->tv_sec : UINT64_MAX / SECOND / 4;
    return seconds * SECOND + (uint64_t)t->tv_nsec;
}

struct itimerspec timer_setting(const struct timer *timer) {
    uint64_t now = rt.current->time.now;
    uint64_t left = !timer->armed ? 0 : timer->deadline > now ? timer->deadline - now : 1;
    return (struct itimerspec){.it_value = as_timespec(left), .it_interval = as_timespec(timer->interval)};
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
    uint64_t start = absolute ? clock_start(timer->clock) : 0, now = rt.current->time.now;
    if (absolute) {
        clock_awaited(timer->clock);
    }
    timer->armed = value != 0;
    rt.seen.timers |= timer->armed;
    timer->deadline = !absolute ? now + value : value > start + now ? value - start : now;
    timer->deadline = timer->deadline > HEDDLE_DEADLINE_ANY ? timer->deadline : HEDDLE_DEADLINE_ANY + 1;
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
    timer_expiry_prepare();
    early_expiries_prepare();
    static const char *const names[] = {"alarm", "ualarm", "setitimer", "timer_create", "timerfd_create", NULL};
    may_be_used = symbols_are_referred_to(names);
}
