/* Waits for processes: where they are part of the execution, a wait is a THREAD_JOIN, which is enabled once the process has ended. What it
 * returns the kernel says, for the process ends at once. */
#define _GNU_SOURCE
#include <errno.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "base/compiler.h"
#include "base/real.h"
#include "core/loops/await.h"
#include "core/loops/stack_state.h"
#include "core/schedule.h"
#include "kernel/readiness/kernel.h"
#include "kernel/signals/interrupted_calls.h"
#include "kernel/signals/pending/signal_pending.h"
#include "kernel/signals/signal_points.h"
#include "kernel/time/clocks.h"
#include "memory/memory.h"
#include "model/ending.h"
#include "model/fibers/fiber.h"
#include "model/fibers/process_groups.h"
#include "model/fibers/processes.h"
#include "model/operation.h"
#include "model/runtime.h"
#include "model/shared.h"
#include "sync/processes/process_end.h"

enum waited {
    WAIT_NATIVELY, /* for none of the execution's */
    WAIT_IN_VAIN, /* none has ended, and the call does not block */
    WAIT_FAILS, /* with errno: a handler has interrupted it, or there is nothing to wait for */
    WAIT_FOR /* this one, which has ended */
};

/* The children that such a wait may be for; the oldest first. */
static uint32_t candidates(pid_t which, uint32_t numbers[MOST_PROCESSES]) {
    uint32_t count = 0;
    for (uint32_t i = 1; i < processes_count(); i++) {
        const struct process *p = process_number(i);
        if (p->parent == rt.current->process && !p->reaped && groups_mean(i, which)) {
            numbers[count++] = i;
        }
    }
    return count;
}

/* Whether it has ended; else, if `interrupted` is given, whether a handler has interrupted the wait. */
static bool join(uint32_t number, enum heddle_op how, bool *interrupted, uint64_t site) {
    if (fiber_by_id(process_number(number)->leader)->joined) { /* it has been waited for, and is there for another wait */
        return true;
    }
    struct heddle_event operation = operation_on(how, process_number(number)->leader, 0, site);
    operation.object2 = interrupted && how == HEDDLE_THREAD_JOIN ? signals_interrupt(site) : 0;
    int error = (int)point(&operation)->result;
    if (error == EINTR) {
        *interrupted = signals_handle(site) == INTERRUPTED;
    }
    return error == 0;
}

/* As the kernel does, it takes the oldest of those that have ended; 0: none has. */
static uint32_t first_ended(const uint32_t *numbers, uint32_t count, uint64_t site) {
    uint64_t *word = process_ends_of_children(rt.current->process);
    struct heddle_event operation = {.kind = HEDDLE_ATOMIC_LOAD,
                                     .order = HEDDLE_ORDER_OWN,
                                     .object = (uint64_t)(uintptr_t)word,
                                     .argument = sizeof *word,
                                     .site = site};
    point(&operation);
    for (uint32_t i = 0; i < count; i++) {
        if (process_number(numbers[i])->ended_as) {
            return numbers[i];
        }
    }
    return 0;
}

static bool is_group(pid_t which) { return which == 0 || which < -1; }

/* As processes_child_ended has it. */
static uint32_t meant(pid_t which, const uint32_t *numbers, uint32_t count) {
    uint32_t in_group = IN_GROUP + (uint32_t)process_number(numbers[0])->group;
    return count == 1 ? numbers[0] : is_group(which) ? in_group : 0;
}

/* Where signals come to processes, the kernel tells of ends. */
static uint32_t any_told(pid_t which, int options, bool *interrupted, uint64_t site) {
    signals_use_masks();
    for (;;) {
        uint32_t numbers[MOST_PROCESSES], count = candidates(which, numbers);
        if (count == 0) {
            return 0;
        }
        bool blocks = !(options & WNOHANG);
        uint64_t bits = blocks ? kernel_either(kernel_child(meant(which, numbers, count), site), signals_interrupt(site)) : 0;
        kernel_wait_for_children(bits, site);
        uint32_t ended = 0;
        for (uint32_t i = count; i-- > 0;) {
            ended = process_number(numbers[i])->ended_as ? numbers[i] : ended;
        }
        *interrupted = false;
        if (ended) {
            process_number(ended)->reaped = !(options & WNOWAIT);
        } else if (blocks) {
            *interrupted = signals_run() == INTERRUPTED;
        }
        kernel_settle();
        if (ended || !blocks || *interrupted) {
            return ended;
        }
    }
}

static enum waited wait_told(pid_t which, int options, pid_t *process, uint64_t site) {
    uint32_t numbers[MOST_PROCESSES];
    bool interrupted = false;
    if (process_leaves_nothing(rt.current->process)) {
        end_execution_uncontrolled("it is waited for although SIGCHLD is ignored");
    }
    uint32_t ended = any_told(which, options, &interrupted, site);
    if (ended) {
        join(ended, HEDDLE_THREAD_JOIN, NULL, site);
        *process = process_number(ended)->pid;
        return WAIT_FOR;
    }
    if (!interrupted && candidates(which, numbers) > 0) {
        return WAIT_IN_VAIN;
    }
    errno = interrupted ? EINTR : ECHILD;
    return WAIT_FAILS;
}

static uint32_t any_of(const uint32_t *numbers, uint32_t count, bool blocks, uint64_t site) {
    uint32_t ended;
    while ((ended = first_ended(numbers, count, site)) == 0 && blocks) {
        struct heddle_event await = spin_await(rt.current, process_ends_of_children(rt.current->process), site);
        point(&await);
    }
    return ended && join(ended, HEDDLE_THREAD_JOIN, NULL, site) ? ended : 0;
}

/* Handlers that interrupt the wait may wait, too. */
static enum waited wait_untold(pid_t which, int options, pid_t *process, uint64_t site) {
    bool blocks = !(options & WNOHANG);
    for (;;) {
        uint32_t numbers[MOST_PROCESSES], count = candidates(which, numbers), ended;
        bool interrupted = false;
        if (count == 0) {
            errno = ECHILD;
            return WAIT_FAILS;
        }
        if (count == 1) {
            ended = join(numbers[0], blocks ? HEDDLE_THREAD_JOIN : HEDDLE_THREAD_TRYJOIN, &interrupted, site) ? numbers[0] : 0;
        } else {
            end_execution_for_ends(process_signals_come() ? ENDS_TOLD : ENDS_COUNTED);
            ended = any_of(numbers, count, blocks, site);
        }
        if (ended && !process_number(ended)->reaped) {
            process_number(ended)->reaped = !(options & WNOWAIT);
            *process = process_number(ended)->pid;
            return WAIT_FOR;
        }
        if (!ended && interrupted) {
            errno = EINTR;
            return WAIT_FAILS;
        }
        if (!ended && !blocks) {
            return WAIT_IN_VAIN;
        }
    }
}

static enum waited process_wait(pid_t which, int options, pid_t *process, uint64_t site) {
    if (is_group(which)) {
        end_execution_for_ends(ENDS_TOLD);
        kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site); /* who is in it changes by such operations */
        kernel_settle();
    }
    return process_ends >= ENDS_TOLD ? wait_told(which, options, process, site) : wait_untold(which, options, process, site);
}

/* ---- the interposed functions ---- */

/* Handlers of what has come until then run before the call returns. */
static void return_from_kernel(uint64_t site) {
    if (UNLIKELY(rt.processes) && process_signals_come()) {
        signals_before_call(site);
    }
}

/* What a process has used, as the clocks have it. */
static struct rusage used_by(pid_t pid) {
    const struct fiber_time *time = &fiber_by_id(process_of(pid)->leader)->time;
    return (struct rusage){.ru_utime = clock_timeval(time->process_ran + time->children_ran)};
}

static pid_t wait_for_child(pid_t process, int *status, int options, struct rusage *usage, uint64_t site) {
    signals_before_call(site);
    if (UNLIKELY(!(options & WNOHANG) && call_is_interrupted(true, site))) {
        return -1;
    }
    spin_clean_stack(); /* so that a loop around a wait which does not block looks the same in each round */
    int child_status = 0;
    struct rusage used = {0};
    rt.local_changes += !rt.processes; /* what nobody controls goes on meanwhile */
    enum waited waited = UNLIKELY(rt.processes) ? process_wait(process, options, &process, site) : WAIT_NATIVELY;
    if (waited == WAIT_IN_VAIN || waited == WAIT_FAILS) {
        return waited == WAIT_FAILS ? -1 : 0;
    }
    pid_t ended = REAL(wait4)(process, &child_status, UNLIKELY(rt.processes) ? options & ~WNOHANG : options, &used);
    if (ended > 0 && status) {
        memory_store(status, child_status, site);
    }
    if (ended > 0 && usage) {
        memory_store(usage, UNLIKELY(rt.processes) ? used_by(ended) : used, site);
    }
    return_from_kernel(site);
    return ended;
}

EXPORT pid_t wait(int *status) {
    uint64_t site = SITE();
    return running() ? wait_for_child(-1, status, 0, NULL, site) : REAL(wait)(status);
}

EXPORT pid_t waitpid(pid_t process, int *status, int options) {
    uint64_t site = SITE();
    return running() ? wait_for_child(process, status, options, NULL, site) : REAL(waitpid)(process, status, options);
}

EXPORT pid_t wait4(pid_t process, int *status, int options, struct rusage *usage) {
    uint64_t site = SITE();
    return running() ? wait_for_child(process, status, options, usage, site) : REAL(wait4)(process, status, options, usage);
}

EXPORT pid_t wait3(int *status, int options, struct rusage *usage) {
    uint64_t site = SITE();
    return running() ? wait_for_child(-1, status, options, usage, site) : REAL(wait3)(status, options, usage);
}

static int wait_for_state(idtype_t type, id_t id, siginfo_t *info, int options, uint64_t site) {
    if (UNLIKELY(rt.processes)) {
        pid_t process = 0;
        if ((type != P_PID && type != P_ALL && type != P_PGID) || !(options & WEXITED)) {
            end_execution_uncontrolled("it is waited for by a descriptor, or for something else than its end");
        }
        pid_t which = type == P_ALL ? -1 : type == P_PID ? (pid_t)id : -(pid_t)id;
        enum waited waited = process_wait(which, options, &process, site);
        if (waited == WAIT_IN_VAIN || waited == WAIT_FAILS) {
            return waited == WAIT_FAILS ? -1 : 0;
        }
        options &= ~WNOHANG;
        type = waited == WAIT_FOR ? P_PID : type;
        id = waited == WAIT_FOR ? (id_t)process : id;
    }
    return REAL(waitid)(type, id, info, options);
}

EXPORT int waitid(idtype_t type, id_t id, siginfo_t *info, int options) {
    uint64_t site = SITE();
    if (!running() || !info) {
        return REAL(waitid)(type, id, info, options);
    }
    signals_before_call(site);
    if (UNLIKELY(!(options & WNOHANG) && call_is_interrupted(true, site))) {
        return -1;
    }
    spin_clean_stack();
    siginfo_t child_status = {0};
    rt.local_changes += !rt.processes;
    int error = wait_for_state(type, id, &child_status, options, site);
    if (error == 0) {
        memory_store(info, child_status, site);
    }
    return_from_kernel(site);
    return error;
}
