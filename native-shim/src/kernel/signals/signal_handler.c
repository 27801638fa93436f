/* Handlers: setting them, and running them. */
#define _GNU_SOURCE
#include "kernel/signals/signal_handler.h"

#include <errno.h>
#include <signal.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/real.h"
#include "base/symbols.h"
#include "core/candidates.h"
#include "kernel/cancellation/cancellation.h"
#include "kernel/readiness/kernel.h"
#include "kernel/readiness/slots.h"
#include "kernel/signals/interrupted_calls.h"
#include "kernel/signals/pending/disposition.h"
#include "kernel/signals/pending/signal_info.h"
#include "kernel/signals/pending/signal_pending.h"
#include "kernel/signals/signal_stack.h"
#include "kernel/signals/signal_unblocked.h"
#include "kernel/timers/early_expiries.h"
#include "memory/memory.h"
#include "model/fibers/alike.h"
#include "model/note.h"
#include "model/resolve.h"
#include "model/runtime.h"
#include "race/clocks/times.h"
#include "race/race.h"

static bool sends_signals, sends_to_others, sends_to_any, installs_handlers;

void signal_handlers_prepare(void) {
    slot_sources.signals_pending = signals_pending;
    static const char *const to_threads[] = {"pthread_kill", "tgkill", "pthread_sigqueue", NULL};
    static const char *const to_process[] = {
        "kill",         "killpg",     "sigqueue",     "pidfd_send_signal", "alarm",     "ualarm",      "setitimer",
        "timer_create", "mq_notify",  "aio_read",     "aio_read64",        "aio_write", "aio_write64", "aio_fsync",
        "aio_fsync64",  "lio_listio", "lio_listio64", "syscall",           NULL};
    static const char *const to_itself[] = {"raise", "gsignal", NULL};
    static const char *const handlers[] = {"sigaction",     "signal",     "sigset",  "sysv_signal",
                                           "__sysv_signal", "bsd_signal", "ssignal", NULL};
    /* Else the main thread, which takes them first, takes all. */
    static const char *const receivers_differ[] = {"pthread_sigmask", "sigprocmask", "sighold",      "sigblock",  "sigsetmask",
                                                   "sigset",          "sigpause",    "pthread_exit", "thrd_exit", NULL};
    bool sends_to_process = symbols_are_referred_to(to_process);
    sends_to_any = sends_to_process && symbols_are_referred_to(receivers_differ);
    sends_to_others = sends_to_process || symbols_are_referred_to(to_threads);
    sends_signals = sends_to_others || symbols_are_referred_to(to_itself);
    installs_handlers = symbols_are_referred_to(handlers);
}

void signal_handlers_use(void) {
    bool is_requested = rt.asked.signal != 0; /* see signal_request.h */
    rt.seen.handlers = sends_signals || is_requested;
    rt.seen.signals_told = sends_to_others || is_requested;
    rt.seen.process_is_told = sends_to_any;
    rt.seen.handlers_anywhere = rt.seen.signals_told && !rt.asked.handlers_in_calls;
}

void signal_handlers_expect(void) {
    if (installs_handlers) {
        signal_handlers_use();
    }
}

void signal_handlers_expect_processes(void) {
    rt.seen.handlers = rt.seen.signals_told = true;
    rt.seen.process_is_told = sends_to_any;
    rt.seen.handlers_anywhere = !rt.asked.handlers_in_calls;
}

/* How many accesses and calls of its own the thread has made so far that no event tells of, but for a constant. */
static uint64_t own_unseen(void) { return unseen_accesses() - rt.current->signal.elsewhere; }

void signals_unsafe_call(const char *function, uint64_t site) {
    struct fiber_signals *signals = &rt.current->signal;
    if (signals->handlers && signals->interrupted) {
        char both[128];
        REAL(snprintf)(both, sizeof both, "%s in a handler that interrupts %s", function, signals->interrupted);
        misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_UNSAFE_IN_HANDLER, HEDDLE_FAMILY_NONE, 0, site, both);
        signals->interrupted = NULL; /* one is told for each time that the handler runs */
    }
    bool may_be_within_it =
        !resolve_is_site(site) && signals->unsafe.executed == rt.current->seen.executed; /* as malloc in puts */
    if (!may_be_within_it || !signals->unsafe.function) {
        signals->unsafe.function = function;
    }
    signals->unsafe.in_handlers += signals->handlers > 0;
    signals_unsafe_call_ends();
}

void signals_unsafe_call_ends(void) {
    struct fiber_signals *signals = &rt.current->signal;
    signals->unsafe.executed = rt.current->seen.executed;
    signals->unsafe.comes_later =
        signals->from_others && rt.asked.races && epoch_is_before(signals->arrived_at, times_at(rt.current->index)->dependence);
}

void signals_unsafe_arrived(struct fiber *target, bool is_told) {
    alike_told_apart(target);
    target->signal.arrived = target->seen.executed;
    if (!is_told) {
        target->signal.arrived_at = rt.asked.races ? epoch_now(rt.current) : 0;
        target->signal.unsafe.comes_later = false;
    }
}

/* Whether a signal that comes from elsewhere may have come within the last unsafe call: no event of the thread lies between the two, or
 * none that tells the thread of the sender. Signals and the looks of their target come in every order. */
static bool has_interrupted(const struct fiber_signals *signals) {
    return signals->unsafe.function && signals->unsafe.executed >= signals->arrived && !signals->unsafe.comes_later;
}

/* Calls the handler, and notes if it makes plain accesses itself: where its thread makes others in a row it can come between them, too. */
static void call(const struct sigaction *action, int number, siginfo_t *info) {
    uint64_t bit = SIGNAL_BIT(number);
    bool from_others = rt.current->signal.from_others & bit;
    rt.current->signal.from_others &= ~bit;
    if (from_others) {
        race_show_all();
    }
    uint64_t accesses = own_unseen();
    struct fiber_signals *signals = &rt.current->signal;
    const char *interrupted = signals->interrupted;
    if (from_others && has_interrupted(signals)) {
        signals->interrupted = signals->unsafe.function;
    }
    struct fiber_unsafe unsafe = signals->unsafe;
    signals->handlers++;
    uint64_t slept_from = rt.current->time.slept_from; /* the handler may sleep, too */
    static char context[4096];
    signal_stack_call(action, number, info, context);
    rt.current->time.slept_from = slept_from;
    signals->handlers--;
    unsafe.in_handlers = signals->unsafe.in_handlers;
    signals->unsafe = unsafe; /* it goes on */
    signals->interrupted = interrupted;
    if (from_others && own_unseen() != accesses) {
        note(HEDDLE_NOTE_HANDLER, 0, (uint64_t)(uintptr_t)action->sa_handler + 1, "%s", ""); /* as a return address is: behind */
    }
}

/* Whether the process has sent it to itself, as abort does: what another one sends is a wish. */
static bool is_crash(const siginfo_t *info) {
    return SIGNALS_OF_FAULTS & SIGNAL_BIT(info->si_signo) && info->si_pid == REAL(getpid)();
}

/* The first process, and one that crashes, end as the kernel has it: with them the execution does. */
static void end_by(const siginfo_t *info, uint64_t site) {
    rt.current->signal.blocked = ~0ull; /* in the event that it ends in */
    kernel_settle();
    if (rt.current->process == 0 || is_crash(info)) {
        signal_act(info->si_signo);
    }
    outside.process_killed(info->si_signo, site);
}

/* In the event that runs the handler: the next signal finds the default. */
static void reset(int number, uint64_t site) {
    struct sigaction to = {.sa_flags = 0};
    to.sa_handler = SIG_DFL;
    interrupted_calls_disposition(number, &to, site);
    REAL(sigaction)(number, &to, NULL);
    disposition_changed(number);
    kernel_settle();
}

/* Runs the handler. If that makes visible operations, other threads may have come in between, so its end is one, too (as the return
 * from a handler is a system call): what has come meanwhile is seen there. */
static enum interruption handle(int number, siginfo_t *info) {
    struct sigaction action;
    REAL(sigaction)(number, NULL, &action);
    struct fiber *self = rt.current;
    signals_taken(info);
    uint64_t before = self->signal.blocked;
    self->signal.blocked |= signals_word_of(&action.sa_mask) | (action.sa_flags & SA_NODEFER ? 0 : SIGNAL_BIT(number));
    direct_mask(self->signal.blocked);
    kernel_settle(); /* the handler may have operations of its own */
    uint32_t events = rt.shared->event_count;
    uint64_t site = rt.shared->events[events - 1].site;
    if (action.sa_handler == SIG_DFL) {
        kernel_told(HEDDLE_KILLED - number);
        end_by(info, site);
    }
    kernel_told(number);
    if (action.sa_flags & SA_RESETHAND) {
        reset(number, site);
    }
    uint32_t unsafe_before = self->signal.unsafe.in_handlers;
    call(&action, number, info);
    int left = errno; /* what the handler leaves is what the interrupted code finds */
    bool unsafe_twice = self->signal.unsafe.function && self->signal.unsafe.in_handlers != unsafe_before;
    early_expiries_learn(number, events, unsafe_twice);
    if (rt.shared->event_count != events) {
        kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    }
    errno = left;
    self->signal.blocked = before;
    signals_take_unblocked();
    direct_mask(before);
    return action.sa_flags & SA_RESTART ? RESTARTED : INTERRUPTED;
}

enum interruption signals_run_handlers(void) {
    struct fiber *self = rt.current;
    enum interruption most = NOT_INTERRUPTED;
    bool any = false;
    for (uint64_t next; (next = self->signal.pending & ~self->signal.blocked) != 0; any = true) {
        int number = __builtin_ctzll(next) + 1;
        siginfo_t info = signal_info(number, SI_USER);
        signal_info_take(self, number, &info);
        if (!signal_info_left(self, number)) {
            self->signal.pending &= ~SIGNAL_BIT(number);
        }
        enum interruption now = signal_is_taken(self->process, number) ? handle(number, &info) : NOT_INTERRUPTED;
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

enum interruption signals_handle_only(uint64_t site) {
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    enum interruption interruption = signals_run_handlers();
    kernel_settle();
    return interruption;
}

enum interruption signals_handle(uint64_t site) {
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    enum interruption interruption = signals_run();
    kernel_settle();
    return interruption;
}

bool signals_handle_in_lock(uint64_t site) {
    if (cancel_is_asynchronous(rt.current)) {
        signals_handle(site);
    } else {
        signals_handle_only(site);
    }
    return true;
}
