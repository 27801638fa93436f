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
#include "kernel/signals/pending/disposition.h"
#include "kernel/signals/signal_handler.h"
#include "kernel/signals/signal_look.h"
#include "kernel/signals/pending/signal_pending.h"
#include "kernel/signals/signal_unblocked.h"
#include "memory/memory.h"
#include "model/ending.h"
#include "model/fibers/processes.h"
#include "model/runtime.h"

static int change_mask(int how, const sigset_t *set, sigset_t *before, uint64_t site) {
    if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) {
        return EINVAL;
    }
    signals_use_masks();
    if (set) {
        signals_before_change(site);
    }
    struct fiber *self = rt.current;
    sigset_t was = signals_set_of(self->signal.blocked);
    sigset_t wanted = set ? *set : was;
    if (before) {
        memory_store(before, was, site);
    }
    if (!set) {
        return 0;
    }
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    uint64_t word = signals_word_of(&wanted) & ~(SIGNAL_BIT(SIGKILL) | SIGNAL_BIT(SIGSTOP));
    self->signal.blocked = how == SIG_BLOCK     ? self->signal.blocked | word
                           : how == SIG_UNBLOCK ? self->signal.blocked & ~word
                                                : word;
    if (UNLIKELY(rt.processes) && signals_tell_of_ends()) {
        end_execution_for_ends(ENDS_TOLD);
    }
    signals_take_unblocked();
    direct_mask(self->signal.blocked);
    kernel_settle();
    signals_run_handlers();
    return 0;
}

void signals_set_mask(const sigset_t *wanted, uint64_t site) { change_mask(SIG_SETMASK, wanted, NULL, site); }

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
    signals_before_change(site);
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    kernel_settle();
    memory_store(set, signals_set_of(signals_pending(rt.current, ~0ull, false) & rt.current->signal.blocked), site);
    return 0;
}

uint64_t signals_exchange(const sigset_t *set) {
    uint64_t before = rt.current->signal.blocked;
    if (set) {
        signals_use_masks();
        before = rt.current->signal.blocked;
        rt.current->signal.blocked = signals_word_of(set);
        signals_take_unblocked();
        rt.current->signal.due = (rt.current->signal.pending & ~rt.current->signal.blocked) != 0;
        direct_mask(rt.current->signal.blocked);
        if (rt.seen.handlers) { /* part of the event that signals_before_masked_call has just made */
            kernel_settle();
        }
    }
    return before;
}

void signals_restore(uint64_t before) {
    if (!rt.seen.masks) {
        return;
    }
    int saved = errno;
    bool unblocks = rt.seen.handlers && rt.current->signal.blocked & ~before;
    if (unblocks) { /* what has come meanwhile is handled before the call returns */
        kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, rt.shared->events[rt.shared->event_count - 1].site);
    }
    rt.current->signal.blocked = before;
    rt.current->signal.due = false;
    if (unblocks) {
        signals_take_unblocked();
    }
    direct_mask(before);
    if (unblocks) {
        kernel_settle();
        signals_run_handlers();
    }
    errno = saved;
}
