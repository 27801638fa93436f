/* Sending signals to threads, and to the process. */
#define _GNU_SOURCE
#include "kernel/signals/signal_send.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/process_state.h"
#include "base/real.h"
#include "kernel/cancellation/cond_interruption.h"
#include "kernel/machine/machine.h"
#include "kernel/machine/others.h"
#include "kernel/readiness/kernel.h"
#include "kernel/signals/signal_handler.h"
#include "kernel/signals/signal_info.h"
#include "kernel/signals/signal_look.h"
#include "kernel/signals/signal_pending.h"
#include "kernel/signals/signal_unblocked.h"
#include "model/fibers/fiber.h"
#include "model/note.h"
#include "model/runtime.h"

static bool stops_or_kills(int number) { return number == SIGKILL || number == SIGSTOP; }

int signals_arrive(struct fiber *target, const siginfo_t *info) {
    int number = info->si_signo;
    bool blocked = target->signal.blocked & SIGNAL_BIT(number);
    if (!blocked && signal_is_ignored(number)) {
        return 0;
    }
    if (!blocked && !signals_have_handler(number)) {
        return signal_act(number);
    }
    target->signal.pending |= SIGNAL_BIT(number);
    signal_info_put(target, info);
    return 0;
}

static struct fiber *first_waiter(int number) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if (!rt.fibers[i].exited && !rt.fibers[i].made.is_timer && !(rt.fibers[i].signal.blocked & SIGNAL_BIT(number))) {
            return &rt.fibers[i]; /* the main thread first, as Linux does */
        }
    }
    return NULL;
}

bool signals_kill(int number) {
    return !signal_is_ignored(number) && !signals_have_handler(number) && first_waiter(number) != NULL;
}

int signals_arrive_at_process(const siginfo_t *info, struct fiber **target) {
    int number = info->si_signo;
    *target = stops_or_kills(number) ? rt.current : first_waiter(number);
    if (*target) {
        return signals_arrive(*target, info);
    }
    signals_of_process |= SIGNAL_BIT(number);
    signal_info_put(NULL, info);
    return 0;
}

void signals_finish(struct fiber *target, int number, uint64_t site) {
    bool handles = target && !target->exited && target->signal.pending & ~target->signal.blocked & SIGNAL_BIT(number);
    if (handles && target != rt.current) {
        target->signal.from_others |= SIGNAL_BIT(number);
        signals_unsafe_arrived(target, false);
    }
    kernel_settle();
    if (target == rt.current) { /* in the same event: what comes later is seen by a later one */
        signals_run_handlers();
    } else if (handles) {
        signals_tell(target, site);
        if (target != rt.current &&
            target->signal.pending & SIGNAL_BIT(number)) { /* else it has run the handler before that event */
            signals_unsafe_arrived(target, true);
        }
        if (target->wait.condition) { /* it has to leave its waiters for the handler */
            cond_interrupt(target, target->wait.condition, site);
        }
    }
}

static int send_to(struct fiber *target, const siginfo_t *info, const char *function, uint64_t site) {
    signals_use_masks();
    bool by_handle = target != rt.current;
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, by_handle ? 1 + target->id : 0, site);
    enum heddle_fault fault = by_handle ? fiber_handle_fault(target) : HEDDLE_FAULT_NONE;
    if (fault) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, fault, HEDDLE_FAMILY_THREAD, target->id, site, function);
        kernel_settle();
        return ESRCH;
    }
    int error = target->exited || info->si_signo == 0 ? 0 : signals_arrive(target, info);
    signals_finish(target, info->si_signo, site);
    return error;
}

int signals_send_to_process(const siginfo_t *info, uint64_t site) {
    signals_use_masks();
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    struct fiber *target;
    int error = signals_arrive_at_process(info, &target);
    signals_finish(target, info->si_signo, site);
    return error;
}

/* To a thread by its handle. */
static int send_by_handle(pthread_t thread, const siginfo_t *info, const char *function, uint64_t site) {
    struct fiber *target = fiber_by_handle(thread);
    if (!target) {
        misuse(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_NO_SUCH_THREAD, HEDDLE_FAMILY_THREAD, thread, site, function);
        return ESRCH;
    }
    if (info->si_signo < 0 || info->si_signo >= NSIG) {
        return EINVAL;
    }
    return info->si_signo == 0 && target == rt.current ? 0 : send_to(target, info, function, site);
}

static siginfo_t queued(int number, union sigval value) {
    siginfo_t info = signal_info(number, SI_QUEUE);
    info.si_value = value;
    return info;
}

/* ---- the interposed functions ---- */

EXPORT int pthread_kill(pthread_t thread, int number) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_kill)(thread, number);
    }
    siginfo_t info = signal_info(number, SI_TKILL);
    return send_by_handle(thread, &info, "pthread_kill", site);
}

EXPORT int pthread_sigqueue(pthread_t thread, int number, const union sigval value) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_sigqueue)(thread, number, value);
    }
    siginfo_t info = queued(number, value);
    return send_by_handle(thread, &info, "pthread_sigqueue", site);
}

static int returned(int error) {
    errno = error ? error : errno;
    return error ? -1 : 0;
}

EXPORT int raise(int number) {
    uint64_t site = SITE();
    if (!running() || number <= 0 || number >= NSIG) {
        return REAL(raise)(number);
    }
    siginfo_t info = signal_info(number, SI_TKILL);
    return returned(send_to(rt.current, &info, "raise", site));
}

static bool is_signal(int number) { return number > 0 && number < NSIG; }

/* A process group of which no other process of the program is: the zygote is in it, and who started the check. */
static bool is_own_alone(pid_t process) { return !rt.shared->forked && (process == 0 || process == -getpgrp()); }

/* Whether a signal to somebody else than the caller's process is refused. Asking whether a process is there changes nothing. */
static bool refuses(pid_t process, int number, const char *function, uint64_t site) {
    if (!is_signal(number)) {
        return false;
    }
    if (process == -1) {
        return machine_refuses_anybody(HEDDLE_MACHINE_KILL, function, site);
    }
    return process > 0 ? others_refuse(process, HEDDLE_MACHINE_KILL, function, site)
                       : others_refuse_group(-process, HEDDLE_MACHINE_KILL, function, site);
}

static int signal_to(pid_t process, int number, const char *function, uint64_t site) {
    if (running() && is_signal(number) && (process == getpid() || is_own_alone(process))) {
        siginfo_t info = signal_info(number, SI_USER);
        return returned(signals_send_to_process(&info, site));
    }
    return refuses(process, number, function, site) ? -1 : REAL(kill)(process, number);
}

EXPORT int kill(pid_t process, int number) { return signal_to(process, number, "kill", SITE()); }

EXPORT int killpg(pid_t group, int number) {
    uint64_t site = SITE();
    if (group < 0 || group == 1) {
        return REAL(killpg)(group == 1 ? -1 : group, number); /* there is none */
    }
    return signal_to(-group, number, "killpg", site);
}

EXPORT int tgkill(pid_t process, pid_t thread, int number) {
    uint64_t site = SITE();
    struct fiber *target = running() && process == getpid() ? fiber_by_id((uint32_t)(thread - process)) : NULL;
    if (!target || number < 0 || number >= NSIG) {
        return refuses(process, number, "tgkill", site) ? -1 : REAL(tgkill)(process, thread, number);
    }
    siginfo_t info = signal_info(number, SI_TKILL);
    return returned(send_to(target, &info, "tgkill", site));
}

EXPORT int sigqueue(pid_t process, int number, const union sigval value) {
    uint64_t site = SITE();
    if (running() && is_signal(number) && process == getpid()) {
        siginfo_t info = queued(number, value);
        return returned(signals_send_to_process(&info, site));
    }
    return refuses(process, number, "sigqueue", site) ? -1 : REAL(sigqueue)(process, number, value);
}

int pidfd_send_signal(int descriptor, int number, siginfo_t *info, unsigned flags); /* libc has had it since 2.36 only */

/* By a descriptor: whose, the kernel tells. */
EXPORT int pidfd_send_signal(int descriptor, int number, siginfo_t *info, unsigned flags) {
    uint64_t site = SITE();
    pid_t process = rt.shared ? process_of_descriptor(descriptor) : 0;
    if (running() && process == getpid() && is_signal(number)) {
        siginfo_t sent = info ? *info : signal_info(number, SI_USER);
        return returned(signals_send_to_process(&sent, site));
    }
    bool is_refused = process > 0 && refuses(process, number, "pidfd_send_signal", site);
    return is_refused ? -1 : (int)kernel_call(SYS_pidfd_send_signal, descriptor, number, info, flags);
}
