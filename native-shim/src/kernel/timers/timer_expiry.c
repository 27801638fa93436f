/* Expiries of timers: what they bring about, and when they come. */
#define _GNU_SOURCE
#include "kernel/timers/timer_expiry.h"

#include <sys/syscall.h>
#include <unistd.h>

#include "base/direct.h"
#include "base/real.h"
#include "core/candidates.h"
#include "core/virtual_time.h"
#include "kernel/readiness/kernel.h"
#include "kernel/signals/pending/signal_info.h"
#include "kernel/signals/signal_send.h"
#include "kernel/timers/early_expiries.h"
#include "kernel/timers/timer_table.h"
#include "kernel/timers/vain_expiries.h"
#include "model/fibers/fiber.h"
#include "model/fibers/thread_number.h"
#include "model/note.h"
#include "model/runtime.h"
#include "model/shared.h"

#define PATIENCE 100 /* events after which one expires although threads go on: they may go on until it does */

/* The signal goes to the process, or to one thread. */
static void notify_by_signal(const struct timer *timer, uint64_t times) {
    siginfo_t info = {.si_signo = timer->event.sigev_signo, .si_code = timer->code};
    if (timer->code == SI_TIMER) {
        info.si_timerid = timer_number(timer);
        info.si_overrun = (int)(times - 1);
        info.si_value = timer->event.sigev_value;
    }
    struct fiber *target = NULL;
    if (timer->event.sigev_notify == SIGEV_THREAD_ID) {
        target = fiber_by_number(timer->event._sigev_un._tid);
        if (target && !target->exited) {
            signals_arrive(target, &info);
        }
    } else {
        signals_arrive_at_process(rt.current->process, &info, &target);
    }
    signals_finish(target, info.si_signo, timer->site);
}

/* How often it expires at once. Where nothing comes of it, and in far time, all expiries up to the next moment that matters are one, or those
 * that time has come past. */
static uint64_t expiries_at_once(const struct timer *timer) {
    uint64_t now = rt.current->time.now;
    bool is_far = now >= TIME_IS_FAR;
    if (timer->interval == 0 || !(is_far || vain_expiries_only())) {
        return 1;
    }
    uint64_t until = vain_expiries_until(timer->deadline);
    if (is_far && until <= now) {
        until = now + 1;
    }
    return until <= timer->deadline ? 1 : 1 + (until - 1 - timer->deadline) / timer->interval;
}

/* It expires, in the event that its thread has just made. */
static void expire(struct timer *timer) {
    timer->expiries++;
    timer->since = rt.shared->event_count;
    uint64_t times = expiries_at_once(timer);
    vain_expiries_count();
    if (timer->runs_until) {
        timer->ran = timer->runs_until + (times - 1) * timer->interval;
        timer->runs_until = timer->ran + timer->interval;
    }
    if (timer->interval == 0) {
        timer->armed = false;
    } else {
        timer->deadline += times * timer->interval;
        early_expiries_tell_over(timer);
    }
    if (timer->descriptor >= 0) {
        kernel_call(SYS_write, timer->descriptor, &times, sizeof times);
        kernel_settle();
    } else if (timer->event.sigev_notify == SIGEV_SIGNAL || timer->event.sigev_notify == SIGEV_THREAD_ID) {
        notify_by_signal(timer, times);
    } else {
        kernel_settle();
        if (timer->event.sigev_notify == SIGEV_THREAD) {
            timer->event.sigev_notify_function(timer->event.sigev_value);
        }
    }
}

void *timer_wait(void *argument) {
    struct timer *timer = argument;
    for (;;) {
        uint64_t bit = early_expiries_of(timer) ? kernel_timer(timer, timer->site) : KERNEL_NEVER;
        kernel_point(HEDDLE_SIGNAL_WAIT, bit, timer->armed ? timer->deadline : 0, timer->site);
        expire(timer);
    }
    return NULL;
}

/* ---- when nothing else can happen ---- */

/* A thread that sleeps until then would be killed in its sleep. */
static bool somebody_sleeps(void) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if (rt.fibers[i].time.passes_to) {
            return true;
        }
    }
    return false;
}

/* The first process, with which the execution would end. To others it is an end like any other: their parents hear of it. */
static bool kills(const struct fiber *fiber) {
    const struct timer *timer = timer_awaited_by(fiber);
    return timer && timer->process == 0 && timer->descriptor < 0 && timer->event.sigev_notify == SIGEV_SIGNAL &&
           signals_kill(0, timer->event.sigev_signo) && !somebody_sleeps();
}

/* Timers that expire in vain end nothing, unless something else is awaited that comes with time. */
static bool may_expire(const struct fiber *fiber) {
    return !kills(fiber) && (!vain_expiries_only() || vain_expiries_until(fiber->pending->argument) != 0);
}

/* Its thread waits for it, or is about to. */
static bool waits(const struct timer *timer) {
    if (!timer->fiber) {
        return false;
    }
    const struct heddle_event *pending = timer->fiber->pending;
    return pending->kind == HEDDLE_THREAD_START ||
           (pending->kind == HEDDLE_SIGNAL_WAIT && pending->argument > HEDDLE_DEADLINE_ANY);
}

/* The thread of the timer that comes first, of those that have been awaited for long. */
static struct fiber *overdue(int32_t *alternative) {
    const struct timer *first = NULL;
    for (int i = 0; i < TIMERS; i++) {
        const struct timer *timer = &timers[i];
        if (timer->armed && rt.shared->event_count - timer->since >= PATIENCE && waits(timer) &&
            (!first || timer->deadline < first->deadline)) {
            first = timer;
        }
    }
    if (!first) {
        return NULL;
    }
    *alternative = HEDDLE_NO_ALTERNATIVE;
    if (first->fiber->pending->kind == HEDDLE_SIGNAL_WAIT) {
        *alternative = HEDDLE_ALT_TIMEOUT;
        note(HEDDLE_NOTE_UNCONTROLLED, 0, first->site,
             "a timer: threads went on while it was awaited, so it expired at some moment");
    }
    return first->fiber;
}

void timer_expiry_prepare(void) {
    outside.may_expire = may_expire;
    outside.overdue = overdue;
}
