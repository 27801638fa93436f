/* The end of a process is the THREAD_EXIT of its first thread, and a wait for it a THREAD_JOIN. Only where a parent waits for whichever of its
 * children ends first is there an event besides: each end changes a variable, which the parent looks at. */
#include "sync/processes/process_end.h"

#include <signal.h>
#include <unistd.h>

#include "base/compiler.h"
#include "core/schedule.h"
#include "kernel/queues/queues.h"
#include "kernel/readiness/kernel.h"
#include "kernel/signals/pending/disposition.h"
#include "kernel/signals/signal_send.h"
#include "kernel/timers/timer.h"
#include "model/ending.h"
#include "model/fibers/processes.h"
#include "model/operation.h"
#include "model/resolve.h"
#include "model/runtime.h"
#include "sync/mutex.h"
#include "sync/processes/parent_end.h"

bool process_signals;
static uint64_t ends[MOST_PROCESSES]; /* of the children of each process */

static const struct heddle_site records[] = {
    OWN_VARIABLE(ends, "the ends of child processes"),
};

uint64_t *process_ends_of_children(uint32_t number) { return &ends[number]; }

bool process_is_of_one_thread(void) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        const struct fiber *other = &rt.fibers[i];
        if (other != rt.current && other->process == rt.current->process && !other->joined && !other->made.is_timer) {
            return false;
        }
    }
    return true;
}

/* Where SIGCHLD tells of it, the end, the signal of it, and what is to be waited for are one event. */
static void signal_parent(struct process *self, int status, uint64_t site) {
    bool is_killed = status < 0;
    siginfo_t info = {.si_signo = SIGCHLD, .si_code = is_killed ? CLD_KILLED : CLD_EXITED};
    info.si_pid = self->pid;
    info.si_uid = getuid();
    info.si_status = is_killed ? -status : status;
    struct fiber *target = NULL;
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    rt.current->signal.blocked = ~0ull;
    self->ended_as = (uint32_t)++ends[self->parent];
    self->reaped = process_leaves_nothing(self->parent);
    if (!self->reaped) {
        signals_arrive_at_process(self->parent, &info, &target);
    }
    signals_finish(target, SIGCHLD, site);
}

static void tell_parent(struct process *self, uint64_t site) {
    struct heddle_event operation = {.kind = HEDDLE_ATOMIC_RMW,
                                     .order = HEDDLE_ORDER_OWN,
                                     .object = (uint64_t)(uintptr_t)&ends[self->parent],
                                     .argument = sizeof *ends,
                                     .site = site};
    if (process_ends == ENDS_COUNTED) {
        point(&operation);
    }
    self->ended_as = (uint32_t)++ends[self->parent];
}

void process_ends_alone(int status, uint64_t site) {
    struct fiber *self = rt.current;
    kernel_ends(0, site);
    if (!timers_process_ends(site)) {
        end_execution_uncontrolled("it ends within a function that its timer calls");
    }
    queues_process_ends(site);
    mutex_abandon_all(self);
    parent_end_of_process(site);
    if (process_ends >= ENDS_TOLD) {
        signal_parent(process_number(self->process), status, site);
    } else {
        tell_parent(process_number(self->process), site);
    }
    point_on(HEDDLE_THREAD_EXIT, (void *)(uintptr_t)self->id, 0, site);
    schedule_leave(status);
}

/* A parent that ignores SIGCHLD need not wait: the kernel forgets its children. */
bool process_leaves_nothing(uint32_t parent) {
    return disposition_is_given(parent, SIGCHLD) && disposition_of(parent, SIGCHLD) == SIGNAL_IS_IGNORED;
}

void process_end_prepare(void) { resolve_name(records, records + 1); }
