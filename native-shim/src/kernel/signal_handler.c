/* Handlers: setting them, and running them where a thread waits. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/real.h"
#include "base/symbols.h"
#include "core/candidates.h"
#include "kernel/cancellation.h"
#include "kernel/kernel.h"
#include "kernel/signals.h"
#include "model/runtime.h"

static bool sends_signals;

void signals_prepare(void) {
    outside.check_deadlock = signals_check_undelivered;
    static const char *const senders[] = {"pthread_kill", "kill", "raise", NULL};
    sends_signals = symbols_are_referred_to(senders);
}

/* Runs the handler. If that makes visible operations, other threads may have come in between, so its end is one, too (as the return
 * from a handler is a system call): what has come meanwhile is seen there. */
static enum interruption handle(int number) {
    struct sigaction action;
    sigaction(number, NULL, &action);
    struct fiber *self = rt.current;
    uint64_t before = self->blocked;
    self->blocked |= signals_word_of(&action.sa_mask) | (action.sa_flags & SA_NODEFER ? 0 : SIGNAL_BIT(number));
    direct_mask(self->blocked);
    kernel_settle(); /* the handler may have operations of its own */
    uint32_t events = rt.shared->event_count;
    uint64_t site = rt.shared->events[events - 1].site;
    if (action.sa_flags & SA_RESETHAND) {
        signal(number, SIG_DFL);
    }
    int saved = errno;
    if (action.sa_flags & SA_SIGINFO) {
        siginfo_t info = {.si_signo = number, .si_code = SI_TKILL, .si_pid = getpid(), .si_uid = getuid()};
        static char context[4096];
        action.sa_sigaction(number, &info, context);
    } else {
        action.sa_handler(number);
    }
    if (rt.shared->event_count != events) {
        kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    }
    errno = saved;
    self->blocked = before;
    direct_mask(before);
    return action.sa_flags & SA_RESTART ? RESTARTED : INTERRUPTED;
}

enum interruption signals_run_handlers(void) {
    struct fiber *self = rt.current;
    enum interruption most = NOT_INTERRUPTED;
    bool any = false;
    for (uint64_t next; (next = self->signals & ~self->blocked) != 0; any = true) {
        int number = __builtin_ctzll(next) + 1;
        self->signals &= ~SIGNAL_BIT(number);
        enum interruption now = signals_have_handler(number) ? handle(number) : NOT_INTERRUPTED;
        most = now > most ? now : most;
    }
    if (any) {
        kernel_settle();
    }
    return most;
}

enum interruption signals_run(void) {
    enum interruption interruption = signals_run_handlers();
    cancel_if_due();
    return interruption;
}

static bool can_come(void) { return rt.handlers_used || (rt.cancel_possible && !rt.current->uncancellable); }

void signals_before_call(uint64_t site) {
    if (can_come()) {
        signals_handle(site);
    }
}

enum interruption signals_in_sleep(uint64_t site) { return can_come() ? signals_handle(site) : NOT_INTERRUPTED; }

bool signals_handle_in_lock(uint64_t site) {
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    signals_run_handlers();
    kernel_settle();
    return true;
}

enum interruption signals_handle(uint64_t site) {
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    enum interruption interruption = signals_run();
    kernel_settle();
    return interruption;
}

/* ---- the interposed functions ---- */

EXPORT int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict before) {
    uint64_t site = SITE();
    bool catches = action && action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN;
    if (running() && action) {
        kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
        signals_use_masks();
        rt.handlers_used |= catches && sends_signals && number != SIGSEGV && number != SIGBUS && number != SIGFPE && number != SIGILL &&
                            number != SIGABRT && number != SIGPIPE;
        int error = REAL(sigaction)(number, action, before);
        kernel_settle();
        return error;
    }
    return REAL(sigaction)(number, action, before);
}

EXPORT sighandler_t signal(int number, sighandler_t handler) {
    PASS_SITE();
    if (!running()) {
        return REAL(signal)(number, handler);
    }
    struct sigaction action = {.sa_flags = SA_RESTART}, before;
    action.sa_handler = handler;
    return sigaction(number, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}
