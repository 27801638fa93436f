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
#include "kernel/signals/pending/disposition.h"
#include "kernel/signals/signal_handler.h"
#include "kernel/signals/pending/signal_info.h"
#include "kernel/signals/signal_look.h"
#include "kernel/signals/pending/signal_pending.h"
#include "kernel/signals/signal_unblocked.h"
#include "model/ending.h"
#include "model/fibers/fiber.h"
#include "model/fibers/fiber_handle.h"
#include "model/fibers/thread_number.h"
#include "model/fibers/process_groups.h"
#include "model/fibers/processes.h"
#include "model/note.h"
#include "model/runtime.h"

static bool stops_or_kills(int number) { return number == SIGKILL || number == SIGSTOP; }

int signals_arrive(struct fiber *target, const siginfo_t *info) {
    int number = info->si_signo;
    bool blocked = target->signal.blocked & SIGNAL_BIT(number);
    enum disposition is = disposition_of(target->process, number);
    if (!blocked && is == SIGNAL_IS_IGNORED) {
        return 0;
    }
    if (UNLIKELY(rt.processes) && is == SIGNAL_STOPS && !blocked) {
        end_execution_uncontrolled("a signal stops it");
    }
    if (!blocked && !signal_is_taken(target->process, number)) {
        return signal_act(number);
    }
    target->signal.pending |= SIGNAL_BIT(number);
    signal_info_put(target, info);
    return 0;
}

static struct fiber *first_waiter(uint32_t process, int number) {
    uint64_t bit = stops_or_kills(number) ? 0 : SIGNAL_BIT(number);
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        struct fiber *fiber = &rt.fibers[i];
        if (!fiber->exited && !fiber->made.is_timer && fiber->process == process && !(fiber->signal.blocked & bit)) {
            return fiber; /* the main thread first, as Linux does */
        }
    }
    return NULL;
}

bool signals_kill(uint32_t process, int number) {
    return disposition_of(process, number) > SIGNAL_IS_HANDLED && first_waiter(process, number) != NULL;
}

int signals_arrive_at_process(uint32_t process, const siginfo_t *info, struct fiber **target) {
    int number = info->si_signo;
    bool is_own = process == rt.current->process;
    *target = stops_or_kills(number) && is_own ? rt.current : first_waiter(process, number);
    if (*target) {
        return signals_arrive(*target, info);
    }
    *signals_of_process(process) |= SIGNAL_BIT(number);
    signal_info_put(signals_of_process(process), info);
    return 0;
}

/* Whether it handles the signal now. */
static bool note_arrival(struct fiber *target, int number) {
    bool handles = target && !target->exited && target->signal.pending & ~target->signal.blocked & SIGNAL_BIT(number);
    if (handles && target != rt.current) {
        target->signal.from_others |= SIGNAL_BIT(number);
        signals_unsafe_arrived(target, false);
    }
    return handles;
}

static void have_handled(struct fiber *target, bool handles, int number, uint64_t site) {
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

void signals_finish(struct fiber *target, int number, uint64_t site) {
    bool handles = note_arrival(target, number);
    kernel_settle();
    have_handled(target, handles, number, site);
}

static int send_to(struct fiber *target, const siginfo_t *info, const char *function, uint64_t site) {
    signals_use_masks();
    signals_before_change(site);
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
    signals_before_change(site);
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    struct fiber *target;
    int error = signals_arrive_at_process(rt.current->process, info, &target);
    signals_finish(target, info->si_signo, site);
    return error;
}

/* Where SIGCHLD does not tell of its end, that is an event of its thread's. */
static bool has_ended(const struct process *process) {
    return process_ends >= ENDS_TOLD ? process->ended_as > 0 : fiber_by_id(process->leader)->exited;
}

/* Whether the kernel would find it there: it has not been waited for. `which` is as kill(2) has it. */
static bool is_meant(uint32_t number, pid_t which) { return !process_number(number)->reaped && groups_mean(number, which); }

/* Its number; the running one's where there is no such process. */
static uint32_t processes_with(pid_t pid) {
    const struct process *process = process_of(pid);
    return process ? number_of(process) : rt.current->process;
}

/* To one of several processes, or to a group of them. The sender comes last, for it may end. */
static int send_among_processes(pid_t which, const siginfo_t *info, uint64_t site) {
    struct fiber *targets[MOST_PROCESSES] = {NULL};
    bool handles[MOST_PROCESSES] = {false}, any = false;
    int number = info->si_signo, error = 0;
    signals_use_masks();
    signals_before_change(site);
    if (which <= 0) {
        end_execution_for_ends(ENDS_TOLD);
    }
    uint32_t to_one = processes_with(which);
    bool by_end = process_ends < ENDS_TOLD && to_one != rt.current->process;
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, by_end ? 1 + process_number(to_one)->leader : 0, site);
    uint32_t count = processes_count(), self = rt.current->process;
    for (uint32_t i = 0; i < count; i++) {
        const struct process *process = process_number(i);
        if (is_meant(i, which)) {
            any = true;
            error |= has_ended(process) ? 0 : signals_arrive_at_process(i, info, &targets[i]);
            handles[i] = note_arrival(targets[i], number);
        }
    }
    kernel_settle();
    for (uint32_t i = 1; i <= count; i++) {
        uint32_t to = (self + i) % count;
        have_handled(targets[to], handles[to], number, site);
    }
    return any ? error : ESRCH;
}

void signals_finish_among(int (*signal_for)(uint32_t number), uint64_t site) {
    struct fiber *targets[MOST_PROCESSES] = {NULL};
    bool handles[MOST_PROCESSES] = {false};
    int numbers[MOST_PROCESSES] = {0};
    uint32_t count = processes_count();
    for (uint32_t i = 0; i < count; i++) {
        numbers[i] = has_ended(process_number(i)) ? 0 : signal_for(i);
        if (numbers[i]) {
            siginfo_t info = signal_info(numbers[i], SI_USER);
            signals_arrive_at_process(i, &info, &targets[i]);
            handles[i] = note_arrival(targets[i], numbers[i]);
        }
    }
    kernel_settle();
    for (uint32_t i = 0; i < count; i++) {
        if (numbers[i]) {
            have_handled(targets[i], handles[i], numbers[i], site);
        }
    }
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

/* A process group of which no process is that nobody controls: but for the zygote, and who started the check. */
static bool is_own_alone(pid_t process) {
    if (UNLIKELY(rt.processes)) {
        return process == 0 || (process < -1 && groups_find(-process) >= 0);
    }
    return !rt.shared->forked && (process == 0 || process == -(pid_t)kernel_call(SYS_getpgid, 0));
}

/* Whether it is a process, or are the processes, of the execution. */
static bool is_controlled(pid_t process) {
    return running() &&
           (process == REAL(getpid)() || is_own_alone(process) || (UNLIKELY(rt.processes) && processes_has(process)));
}

static int send_by_number(pid_t process, const siginfo_t *info, uint64_t site) {
    return UNLIKELY(rt.processes) ? send_among_processes(process, info, site) : signals_send_to_process(info, site);
}

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
    if (is_signal(number) && is_controlled(process)) {
        siginfo_t info = signal_info(number, SI_USER);
        return returned(send_by_number(process, &info, site));
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
    struct fiber *target = running() && process == REAL(getpid)() && thread > 0 ? fiber_by_number(thread) : NULL;
    if (!target || number < 0 || number >= NSIG) {
        return refuses(process, number, "tgkill", site) ? -1 : REAL(tgkill)(process, thread, number);
    }
    siginfo_t info = signal_info(number, SI_TKILL);
    return returned(send_to(target, &info, "tgkill", site));
}

EXPORT int sigqueue(pid_t process, int number, const union sigval value) {
    uint64_t site = SITE();
    if (is_signal(number) && process > 0 && is_controlled(process)) {
        siginfo_t info = queued(number, value);
        return returned(send_by_number(process, &info, site));
    }
    return refuses(process, number, "sigqueue", site) ? -1 : REAL(sigqueue)(process, number, value);
}

int pidfd_send_signal(int descriptor, int number, siginfo_t *info, unsigned flags); /* libc has had it since 2.36 only */

/* By a descriptor: whose, the kernel tells. */
EXPORT int pidfd_send_signal(int descriptor, int number, siginfo_t *info, unsigned flags) {
    uint64_t site = SITE();
    pid_t process = rt.shared ? process_of_descriptor(descriptor) : 0;
    if (running() && process == REAL(getpid)() && is_signal(number)) {
        siginfo_t sent = info ? *info : signal_info(number, SI_USER);
        return returned(signals_send_to_process(&sent, site));
    }
    CALLS_ALONE("pidfd_send_signal");
    bool is_refused = process > 0 && refuses(process, number, "pidfd_send_signal", site);
    return is_refused ? -1 : (int)kernel_call(SYS_pidfd_send_signal, descriptor, number, info, flags);
}
