/* Signals that threads of the program send to each other. All threads run on one kernel thread, so which signals are pending
 * and blocked is kept here for each; whoever runs has its mask set in the kernel, for signals that come from elsewhere.
 *
 * A signal that the target blocks stays pending until it is unblocked or waited for. One with a handler is handled where the
 * target next makes a call that waits for the kernel (read, poll, sigwait, …), which it interrupts, or unblocks it. One without
 * handler does what the kernel does. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "cancel.h"
#include "deadline.h"
#include "direct.h"
#include "kernel.h"
#include "runtime.h"

#define BIT(number) (1ull << ((number)-1))

static uint64_t process_pending; /* for whichever thread takes it */

static uint64_t word_of(const sigset_t *set) {
    uint64_t word;
    memcpy(&word, set, sizeof word); /* the kernel's own layout */
    return word;
}

static sigset_t set_of(uint64_t word) {
    sigset_t set;
    sigemptyset(&set);
    memcpy(&set, &word, sizeof word);
    return set;
}

void signals_block(uint64_t set) { kernel_call(SYS_rt_sigprocmask, SIG_SETMASK, &set, NULL, sizeof set); }

static uint64_t blocked_by_kernel(void) {
    uint64_t set = 0;
    kernel_call(SYS_rt_sigprocmask, SIG_BLOCK, NULL, &set, sizeof set);
    return set;
}

/* What this thread blocks. Until someone asks, all block what the process was started with. */
static void use_masks(void) {
    if (!rt.masks_used) {
        rt.masks_used = true;
        uint64_t all = blocked_by_kernel();
        for (uint32_t i = 0; i < rt.fiber_count; i++) {
            rt.fibers[i].blocked = all;
        }
    }
}

static uint64_t pending_in_kernel(void) {
    uint64_t set = 0;
    kernel_call(SYS_rt_sigpending, &set, sizeof set);
    return set;
}

static bool has_handler(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
}

uint64_t signals_pending(const struct fiber *fiber, uint64_t set, bool runs) {
    if (runs) {
        return (fiber->signals & ~fiber->blocked) | (cancel_is_due(fiber) ? ~0ull : 0);
    }
    return (fiber->signals | process_pending | pending_in_kernel()) & set;
}

uint64_t signals_interrupt(uint64_t site) {
    bool any = rt.handlers_used || (rt.cancel_possible && !rt.current->uncancellable);
    return any ? kernel_signals(rt.current, 0, true, site) : 0;
}

/* ---- handlers ---- */

static bool handle(int number) {
    struct sigaction action;
    sigaction(number, NULL, &action);
    struct fiber *self = rt.current;
    uint64_t before = self->blocked;
    self->blocked |= word_of(&action.sa_mask) | (action.sa_flags & SA_NODEFER ? 0 : BIT(number));
    signals_block(self->blocked);
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
    errno = saved;
    self->blocked = before;
    signals_block(before);
    return !(action.sa_flags & SA_RESTART);
}

static bool run_handlers(void) {
    struct fiber *self = rt.current;
    bool interrupted = false;
    uint64_t next = self->signals & ~self->blocked;
    if (next) {
        kernel_settle(); /* the handlers may have operations of their own */
    }
    while ((next = self->signals & ~self->blocked) != 0) {
        int number = __builtin_ctzll(next) + 1;
        self->signals &= ~BIT(number);
        interrupted = (has_handler(number) && handle(number)) || interrupted;
    }
    return interrupted;
}

bool signals_run(void) {
    bool interrupted = run_handlers();
    cancel_if_due();
    return interrupted;
}

void signals_check_undelivered(void) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        const struct fiber *fiber = &rt.fibers[i];
        if (fiber->pending->kind != 0 && fiber->signals & ~fiber->blocked) {
            unmodelled("a signal handler of a thread that makes no call which the signal could interrupt",
                       fiber->pending->site);
        }
    }
}

void signals_before_call(uint64_t site) {
    if (rt.handlers_used || (rt.cancel_possible && !rt.current->uncancellable)) {
        signals_handle(site);
    }
}

bool signals_handle(uint64_t site) {
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    bool interrupted = signals_run();
    kernel_settle();
    return interrupted;
}

/* ---- sending ---- */

static bool stops_or_kills(int number) { return number == SIGKILL || number == SIGSTOP; }

static bool is_ignored(int number) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) != 0 || action.sa_handler == SIG_IGN) {
        return true;
    }
    bool harmless = number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT;
    return action.sa_handler == SIG_DFL && harmless;
}

static int really(int number) { return kernel_call(SYS_tgkill, getpid(), kernel_call(SYS_gettid), number) == 0 ? 0 : errno; }

/* The signal arrives, at a thread that does not block it or that it has been sent to. */
static int arrive(struct fiber *target, int number) {
    bool blocked = target->blocked & BIT(number);
    if (!blocked && is_ignored(number)) {
        return 0;
    }
    if (!blocked && !has_handler(number)) {
        signals_block(blocked_by_kernel() & ~BIT(number));
        int error = really(number);
        signals_block(rt.current->blocked);
        return error;
    }
    target->signals |= BIT(number);
    return 0;
}

static int send_to(struct fiber *target, int number, uint64_t site) {
    use_masks();
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    int error = target->exited ? 0 : arrive(target, number);
    kernel_settle();
    run_handlers();
    return error;
}

static struct fiber *first_waiter(int number) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if (!rt.fibers[i].exited && !(rt.fibers[i].blocked & BIT(number))) {
            return &rt.fibers[i]; /* the main thread first, as Linux does */
        }
    }
    return NULL;
}

static int send_to_process(int number, uint64_t site) {
    use_masks();
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    struct fiber *target = stops_or_kills(number) ? rt.current : first_waiter(number);
    int error = 0;
    if (target) {
        error = arrive(target, number);
    } else {
        process_pending |= BIT(number);
    }
    kernel_settle();
    run_handlers();
    return error;
}

EXPORT int pthread_kill(pthread_t thread, int number) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_kill)(thread, number);
    }
    struct fiber *target = fiber_by_handle(thread);
    if (!target) {
        note(HEDDLE_NOTE_UNDEFINED, thread, site, "pthread_kill: no such thread");
        return ESRCH;
    }
    if (number < 0 || number >= NSIG) {
        return EINVAL;
    }
    return number == 0 ? 0 : send_to(target, number, site);
}

EXPORT int raise(int number) {
    uint64_t site = SITE();
    if (!running() || number <= 0 || number >= NSIG) {
        return REAL(raise)(number);
    }
    int error = send_to(rt.current, number, site);
    errno = error ? error : errno;
    return error ? -1 : 0;
}

EXPORT int kill(pid_t process, int number) {
    uint64_t site = SITE();
    if (!running() || process != getpid() || number <= 0 || number >= NSIG) {
        return REAL(kill)(process, number);
    }
    int error = send_to_process(number, site);
    errno = error ? error : errno;
    return error ? -1 : 0;
}

/* ---- blocking ---- */

static int change_mask(int how, const sigset_t *set, sigset_t *before, uint64_t site) {
    if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) {
        return EINVAL;
    }
    use_masks();
    struct fiber *self = rt.current;
    if (before) {
        *before = set_of(self->blocked);
    }
    if (!set) {
        return 0;
    }
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    uint64_t word = word_of(set) & ~(BIT(SIGKILL) | BIT(SIGSTOP));
    self->blocked = how == SIG_BLOCK ? self->blocked | word : how == SIG_UNBLOCK ? self->blocked & ~word : word;
    uint64_t free = process_pending & ~self->blocked;
    process_pending &= ~free;
    self->signals |= free;
    for (uint64_t due = self->signals & ~self->blocked; due; due &= due - 1) {
        int number = __builtin_ctzll(due) + 1;
        if (!has_handler(number)) {
            self->signals &= ~BIT(number);
            arrive(self, number);
        }
    }
    signals_block(self->blocked);
    kernel_settle();
    run_handlers();
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
    rt.site = NULL;
    if (!running()) {
        return REAL(sigpending)(set);
    }
    *set = set_of(signals_pending(rt.current, ~0ull, false) & rt.current->blocked);
    return 0;
}

uint64_t signals_exchange(const sigset_t *set) {
    uint64_t before = rt.current->blocked;
    if (set) {
        use_masks();
        before = rt.current->blocked;
        rt.current->blocked = word_of(set);
        signals_block(rt.current->blocked);
        if (rt.handlers_used) { /* part of the event that signals_before_call has just made */
            kernel_settle();
        }
    }
    return before;
}

void signals_restore(uint64_t before) {
    if (rt.masks_used) {
        rt.current->blocked = before;
        signals_block(before);
    }
}

EXPORT int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict before) {
    uint64_t site = SITE();
    bool catches = action && action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN;
    if (running() && action) {
        kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
        use_masks();
        rt.handlers_used |= catches && number != SIGSEGV && number != SIGBUS && number != SIGFPE && number != SIGILL &&
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

/* ---- waiting ---- */

/* Takes the lowest pending signal of the set; 0 if there is none. */
static int take(uint64_t set, siginfo_t *info) {
    struct fiber *self = rt.current;
    uint64_t due = signals_pending(self, set, false);
    if (!due) {
        return 0;
    }
    int number = __builtin_ctzll(due) + 1;
    siginfo_t taken = {.si_signo = number, .si_code = SI_USER, .si_pid = getpid(), .si_uid = getuid()};
    if (self->signals & BIT(number)) {
        self->signals &= ~BIT(number);
        taken.si_code = SI_TKILL;
    } else if (process_pending & BIT(number)) {
        process_pending &= ~BIT(number);
    } else {
        uint64_t one = BIT(number);
        kernel_call(SYS_rt_sigtimedwait, &one, &taken, &(struct timespec){0, 0}, sizeof one);
    }
    if (info) {
        *info = taken;
    }
    return number;
}

/* The signal, or minus the error. */
static int wait_for(const sigset_t *set, siginfo_t *info, uint64_t deadline, uint64_t site) {
    use_masks();
    signals_before_call(site);
    uint64_t wanted = word_of(set);
    bool waits = deadline != HEDDLE_DEADLINE_ANY;
    for (;;) {
        uint64_t bits = waits ? kernel_signals(rt.current, wanted, false, site) | signals_interrupt(site) : 0;
        bool expired = is_timeout(kernel_point(HEDDLE_SIGNAL_WAIT, bits, waits ? deadline : 0, site));
        int number = take(wanted, info);
        bool interrupted = waits && !number && signals_run();
        kernel_settle();
        if (number) {
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
    *number = got;
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
    uint64_t nanoseconds = timeout ? (uint64_t)timeout->tv_sec * 1000000000ull + (uint64_t)timeout->tv_nsec : 1;
    uint64_t deadline = !timeout ? 0 : nanoseconds ? deadline_after(nanoseconds) : HEDDLE_DEADLINE_ANY;
    return returned(wait_for(set, info, deadline, site));
}

static int until_handled(const sigset_t *set, uint64_t site) {
    rt.handlers_used = true;
    signals_before_call(site);
    uint64_t before = signals_exchange(set);
    kernel_point(HEDDLE_SIGNAL_WAIT, signals_interrupt(site), 0, site);
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
