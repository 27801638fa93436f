/* What the program asks to be done about signals. */
#define _GNU_SOURCE
#include <signal.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/readiness/kernel.h"
#include "kernel/signals/interrupted_calls.h"
#include "kernel/signals/pending/disposition.h"
#include "kernel/signals/pending/signal_info.h"
#include "kernel/signals/pending/signal_pending.h"
#include "kernel/signals/signal_handler.h"
#include "kernel/signals/signal_look.h"
#include "kernel/signals/signal_unblocked.h"
#include "memory/memory.h"
#include "model/note.h"
#include "model/runtime.h"

static void forget(const void *target, uint64_t *pending, int number) {
    siginfo_t info;
    while (signal_info_take(target, number, &info)) {
        signals_taken(&info);
    }
    *pending &= ~SIGNAL_BIT(number);
}

/* What is pending and ignored from now on will never come (POSIX.1-2017, 2.4.3). */
static void forget_pending(int number) {
    uint64_t *of_process = signals_of_process(rt.current->process);
    forget(of_process, of_process, number);
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        struct fiber *fiber = &rt.fibers[i];
        if (fiber->process == rt.current->process) {
            forget(fiber, &fiber->signal.pending, number);
        }
    }
}

EXPORT int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict before) {
    uint64_t site = SITE();
    bool catches = running() && action && action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN;
    if (action) {
        interrupted_calls_disposition(number, action, site);
    }
    if (!running()) {
        return REAL(sigaction)(number, action, before);
    }
    if (action) {
        signals_before_change(site);
        kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
        signals_use_masks();
        if (catches && rt.fiber_count == 1) {
            signal_handlers_use();
        }
    }
    struct sigaction was;
    int error = REAL(sigaction)(number, action, &was);
    if (action) {
        disposition_changed(number);
        if (error == 0 && disposition_of(rt.current->process, number) == SIGNAL_IS_IGNORED) {
            forget_pending(number);
        }
        if (catches && rt.seen.ended_without_handlers) {
            note(HEDDLE_NOTE_UNCONTROLLED, 0, site,
                 "a handler, installed after a thread has ended: whether its signal finds that thread is not explored");
        }
        kernel_settle();
    }
    if (error == 0 && before) {
        memory_store(before, was, site);
    }
    return error;
}

EXPORT sighandler_t signal(int number, sighandler_t handler) {
    PASS_SITE();
    struct sigaction action = {.sa_flags = SA_RESTART}, before;
    action.sa_handler = handler;
    return sigaction(number, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}
