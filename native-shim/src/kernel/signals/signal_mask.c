/* What threads block. */
#define _GNU_SOURCE
#include "kernel/signals/signal_mask.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/real.h"
#include "kernel/readiness/kernel.h"
#include "kernel/signals/signal_handler.h"
#include "kernel/signals/signal_info.h"
#include "kernel/signals/signal_pending.h"
#include "kernel/signals/signal_send.h"
#include "model/runtime.h"

/* What has been sent to the process while all threads blocked it is for the first one that does not. Without a handler it does what it
 * does. */
static void take_unblocked(struct fiber *self) {
    uint64_t free = signals_of_process & ~self->signal.blocked;
    signals_of_process &= ~free;
    self->signal.pending |= free;
    signal_info_assign(self, free);
    for (uint64_t due = self->signal.pending & ~self->signal.blocked; due; due &= due - 1) {
        int number = __builtin_ctzll(due) + 1;
        siginfo_t info;
        if (!signals_have_handler(number) && signal_info_take(self, number, &info)) {
            self->signal.pending &= ~SIGNAL_BIT(number);
            signals_arrive(self, &info);
        }
    }
}

static int change_mask(int how, const sigset_t *set, sigset_t *before, uint64_t site) {
    if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) {
        return EINVAL;
    }
    signals_use_masks();
    struct fiber *self = rt.current;
    if (before) {
        *before = signals_set_of(self->signal.blocked);
    }
    if (!set) {
        return 0;
    }
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    uint64_t word = signals_word_of(set) & ~(SIGNAL_BIT(SIGKILL) | SIGNAL_BIT(SIGSTOP));
    self->signal.blocked = how == SIG_BLOCK     ? self->signal.blocked | word
                           : how == SIG_UNBLOCK ? self->signal.blocked & ~word
                                                : word;
    take_unblocked(self);
    direct_mask(self->signal.blocked);
    kernel_settle();
    signals_run_handlers();
    return 0;
}

EXPORT int pthread_sigmask(int how, const sigset_t *set, sigset_t *before) {
    uint64_t site = SITE();
    return running() ? change_mask(how, set, before, site) : REAL(pthread_sigmask)(how, set, before);
}

EXPORT int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict before) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(sigprocmask)(how, set, before);
    }
    int error = change_mask(how, set, before, site);
    errno = error ? error : errno;
    return error ? -1 : 0;
}

EXPORT int sigpending(sigset_t *set) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(sigpending)(set);
    }
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    kernel_settle();
    *set = signals_set_of(signals_pending(rt.current, ~0ull, false) & rt.current->signal.blocked);
    return 0;
}

uint64_t signals_exchange(const sigset_t *set) {
    uint64_t before = rt.current->signal.blocked;
    if (set) {
        signals_use_masks();
        before = rt.current->signal.blocked;
        rt.current->signal.blocked = signals_word_of(set);
        take_unblocked(rt.current);
        rt.current->signal.due = (rt.current->signal.pending & ~rt.current->signal.blocked) != 0;
        direct_mask(rt.current->signal.blocked);
        if (rt.seen.handlers) { /* part of the event that signals_before_masked_call has just made */
            kernel_settle();
        }
    }
    return before;
}

void signals_restore(uint64_t before) {
    if (rt.seen.masks) {
        rt.current->signal.blocked = before;
        rt.current->signal.due = false;
        direct_mask(before);
    }
}
