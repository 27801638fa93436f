/* Waiting for signals. */
#define _GNU_SOURCE
#include "kernel/signals/signal_wait.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/real.h"
#include "kernel/readiness/kernel.h"
#include "kernel/signals/signal_handler.h"
#include "kernel/signals/signal_unblocked.h"
#include "kernel/signals/pending/signal_info.h"
#include "kernel/signals/signal_mask.h"
#include "kernel/signals/pending/signal_pending.h"
#include "kernel/signals/signal_points.h"
#include "kernel/time/deadline.h"
#include "kernel/time/time_limits.h"
#include "memory/memory.h"
#include "model/dependence.h"
#include "model/runtime.h"

bool signals_take_pending(int number, siginfo_t *info) {
    struct fiber *self = rt.current;
    uint64_t bit = SIGNAL_BIT(number);
    bool own = self->signal.pending & bit;
    uint64_t *of_process = signals_of_process(self->process);
    if (!own && !(*of_process & bit)) {
        return false;
    }
    const void *target = own ? (const void *)self : of_process;
    uint64_t *pending = own ? &self->signal.pending : of_process;
    *info = signal_info(number, SI_USER);
    signal_info_take(target, number, info);
    *pending &= signal_info_left(target, number) ? ~0ull : ~bit;
    signals_taken(info);
    return true;
}

/* Takes the lowest pending signal of the set; 0 if there is none. */
static int take(uint64_t set, siginfo_t *taken) {
    uint64_t due = signals_pending(rt.current, set, false);
    if (!due) {
        return 0;
    }
    int number = __builtin_ctzll(due) + 1;
    if (!signals_take_pending(number, taken)) {
        uint64_t one = SIGNAL_BIT(number);
        kernel_call(SYS_rt_sigtimedwait, &one, taken, &(struct timespec){0, 0}, sizeof one);
        signals_taken(taken);
    }
    if (taken->si_code == SI_TKILL) { /* so glibc has it */
        taken->si_code = SI_USER;
    }
    return number;
}

/* The signal, or minus the error. */
static int wait_for(const sigset_t *set, siginfo_t *info, uint64_t deadline, uint64_t site) {
    signals_use_masks();
    signals_before_call(site);
    uint64_t wanted = signals_word_of(set);
    bool waits = deadline != HEDDLE_DEADLINE_ANY;
    for (;;) {
        uint64_t bits = waits ? kernel_either(kernel_signals(rt.current, wanted, false, site), signals_interrupt(site)) : 0;
        bool expired = is_timeout(kernel_point(HEDDLE_SIGNAL_WAIT, bits, waits ? deadline : 0, site));
        siginfo_t taken;
        int number = take(wanted, &taken);
        bool interrupted = waits && !number && signals_run() != NOT_INTERRUPTED;
        kernel_settle();
        if (!waits) {
            time_limit_over(!number);
        }
        if (number) {
            if (info) {
                memory_store(info, taken, site);
            }
            return number;
        }
        if (expired || !waits || interrupted) {
            return interrupted ? -EINTR : -EAGAIN;
        }
    }
}

EXPORT int sigwait(const sigset_t *restrict set, int *restrict number) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(sigwait)(set, number);
    }
    int got;
    do {
        got = wait_for(set, NULL, 0, site);
    } while (got == -EINTR);
    memory_store(number, got, site);
    return 0;
}

static int returned(int got) {
    errno = got < 0 ? -got : errno;
    return got < 0 ? -1 : got;
}

EXPORT int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info) {
    uint64_t site = SITE();
    return running() ? returned(wait_for(set, info, 0, site)) : REAL(sigwaitinfo)(set, info);
}

EXPORT int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info, const struct timespec *restrict timeout) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(sigtimedwait)(set, info, timeout);
    }
    if (timeout && (timeout->tv_sec < 0 || !deadline_valid(timeout))) {
        errno = EINVAL;
        return -1;
    }
    uint64_t nanoseconds = timeout ? (uint64_t)timeout->tv_sec * 1000000000ull + (uint64_t)timeout->tv_nsec : 1;
    uint64_t deadline = !timeout ? 0 : nanoseconds ? deadline_after(nanoseconds) : HEDDLE_DEADLINE_ANY;
    return returned(wait_for(set, info, deadline, site));
}

static int until_handled(const sigset_t *set, uint64_t site) {
    signals_use_masks();
    signals_handle(site);
    uint64_t before = signals_exchange(set);
    kernel_settle(); /* part of the event that has just been made */
    kernel_point(HEDDLE_SIGNAL_WAIT, kernel_signals(rt.current, 0, true, site), 0, site);
    signals_run();
    signals_restore(before);
    kernel_settle();
    errno = EINTR;
    return -1;
}

EXPORT int sigsuspend(const sigset_t *set) {
    uint64_t site = SITE();
    return running() ? until_handled(set, site) : REAL(sigsuspend)(set);
}

EXPORT int pause(void) {
    uint64_t site = SITE();
    return running() ? until_handled(NULL, site) : REAL(pause)();
}
