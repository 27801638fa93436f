#define _GNU_SOURCE
#include "sync/processes/child_first.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/direct.h"
#include "base/process_state.h"
#include "base/real.h"
#include "base/symbols.h"
#include "kernel/outside/other_processes.h"
#include "kernel/readiness/kernel.h"
#include "memory/mappings/mapping.h"
#include "model/objects.h"
#include "model/runtime.h"
#include "sync/mutex.h"

#define MOST_IDLE 20        /* milliseconds in a row in which it sleeps: it waits for somebody, or for time to pass */
#define MOST_BUSY 50        /* hundredths of a second that it computes */
#define LONGEST 5000        /* milliseconds: where the machine is busy with other things */
#define NEVER_EXECUTED 64   /* PF_FORKNOEXEC of the kernel's flags of a process */
#define ORPHANED 0x40000000 /* FUTEX_OWNER_DIED in the lock word of a robust mutex, beside its owner */

static bool leaves_traces; /* the program refers to what other processes, or the kernel on their behalf, may do later */

void child_first_prepare(void) {
    static const char *const names[] = {"posix_spawn", "posix_spawnp", "sem_open",   "sigaction", "signal",   "sigset", "sigwait",
                                        "sigwaitinfo", "sigtimedwait", "sigsuspend", "pause",     "signalfd", NULL};
    leaves_traces = symbols_are_referred_to(names);
}

static bool is_shared(const struct object *o) { return mapping_is_shared(o->address); }

/* Whether the process finds it as it is in memory: nobody has it, or waits for it. Of others than mutexes and condition variables,
 * memory does not tell the state. */
static bool is_at_rest(struct object *o) {
    switch (o->family) {
        case HEDDLE_FAMILY_MUTEX:
            return !o->owner && o->kind == MUTEX_HEALTHY;
        case HEDDLE_FAMILY_CONDITION:
            return !o->waiters;
        case HEDDLE_FAMILY_THREAD:
        case HEDDLE_FAMILY_KEY:
        case HEDDLE_FAMILY_KERNEL:
        case HEDDLE_FAMILY_CHANNEL:
            return true;
        default:
            return !is_shared(o);
    }
}

bool child_first_may(uint64_t site) {
    if (leaves_traces || rt.seen.processes || rt.section || !objects_all(is_at_rest) || !other_processes_count_theirs()) {
        return false;
    }
    kernel_point(HEDDLE_IO_CHANGE, 0, 0, site);
    return objects_all(is_at_rest);
}

/* All its threads have ended: where only the first has, its state is that of a zombie, too. Somebody may still wait for it. */
static bool has_ended(pid_t process) {
    siginfo_t end = {0};
    return kernel_call(SYS_waitid, P_PID, process, &end, WEXITED | WNOWAIT | WNOHANG, NULL) == 0 && end.si_pid == process;
}

static bool ends(pid_t process) {
    int idle = 0;
    for (int waited = 0; waited < LONGEST; waited++) {
        struct process_state is;
        bool told = process_state(process, &is) && is.parent == REAL(getpid)();
        if (!told || !(is.flags & NEVER_EXECUTED) || is.busy > MOST_BUSY) {
            return false;
        }
        if (has_ended(process)) {
            return !other_processes_of_theirs();
        }
        idle = is.state == 'S' || is.state == 'Z' ? idle + 1 : 0;
        if (idle > MOST_IDLE || is.state == 'T' || is.state == 't') {
            return false;
        }
        kernel_call(SYS_nanosleep, &(struct timespec){0, 1000000}, NULL);
    }
    return false;
}

/* What the process has left of it; false: the model has no word for that. */
static bool take_over(struct object *o) {
    if (o->family != HEDDLE_FAMILY_MUTEX || !is_shared(o)) {
        return is_at_rest(o);
    }
    pthread_mutex_t *mutex = (pthread_mutex_t *)(uintptr_t)o->address;
    if (mutex->__data.__lock == 0) {
        return mutex->__data.__owner == 0; /* else it cannot be recovered */
    }
    if (!o->robust || !(mutex->__data.__lock & ORPHANED)) {
        return false;
    }
    mutex->__data.__lock = mutex->__data.__owner = 0;
    o->kind = MUTEX_ORPHANED;
    return true;
}

bool child_first_has_ended(pid_t process) {
    bool has = process > 0 && ends(process) && objects_all(take_over);
    kernel_settle();
    return has;
}
