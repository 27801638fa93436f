/* Sending signals to threads, and to the process. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/real.h"
#include "kernel/called.h"
#include "kernel/kernel.h"
#include "kernel/signals.h"
#include "model/fiber.h"
#include "model/note.h"
#include "model/runtime.h"

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
int signals_arrive(struct fiber *target, int number) {
    bool blocked = target->blocked & SIGNAL_BIT(number);
    if (!blocked && is_ignored(number)) {
        return 0;
    }
    if (!blocked && !signals_have_handler(number)) {
        direct_mask(signals_blocked_by_kernel() & ~SIGNAL_BIT(number));
        int error = really(number);
        direct_mask(rt.current->blocked);
        return error;
    }
    target->signals |= SIGNAL_BIT(number);
    return 0;
}

/* The condition variable that the thread waits on and has to leave for the handler. */
static uint64_t waits_on(const struct fiber *target, int number) {
    bool handles = !target->exited && target->signals & ~target->blocked & SIGNAL_BIT(number);
    return handles ? target->waits_on : 0;
}

/* Ends the event that has sent a signal, and has it handled: by the target, which waits there, or by the current thread. */
static void finish(struct fiber *target, uint64_t condition, uint64_t site) {
    kernel_settle();
    if (condition) {
        called_away(target, condition, site);
    } else { /* in the same event: what comes later is seen by a later one */
        signals_run_handlers();
    }
}

static int send_to(struct fiber *target, int number, uint64_t site) {
    signals_use_masks();
    bool by_handle = target != rt.current;
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, by_handle ? 1 + target->id : 0, site);
    const char *fault = by_handle ? fiber_handle_fault(target) : NULL;
    if (fault) {
        note_done(HEDDLE_NOTE_UNDEFINED, target->id, site, "pthread_kill: %s", fault);
        kernel_settle();
        return ESRCH;
    }
    int error = target->exited || number == 0 ? 0 : signals_arrive(target, number);
    uint64_t condition = waits_on(target, number);
    finish(target, condition, site);
    return error;
}

static struct fiber *first_waiter(int number) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if (!rt.fibers[i].exited && !(rt.fibers[i].blocked & SIGNAL_BIT(number))) {
            return &rt.fibers[i]; /* the main thread first, as Linux does */
        }
    }
    return NULL;
}

static int send_to_process(int number, uint64_t site) {
    signals_use_masks();
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    struct fiber *target = stops_or_kills(number) ? rt.current : first_waiter(number);
    int error = 0;
    uint64_t condition = 0;
    if (target) {
        error = signals_arrive(target, number);
        condition = waits_on(target, number);
    } else {
        signals_of_process |= SIGNAL_BIT(number);
    }
    finish(target, condition, site);
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
    return number == 0 && target == rt.current ? 0 : send_to(target, number, site);
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
