/* What children hear of the end of their parent: a signal that they have asked for (PR_SET_PDEATHSIG), and another number by getppid. Linux
 * takes the thread that has forked for the parent, and after it another one of its process. So each end of a thread is an event, as each
 * request and each question is, where a program has any of them: ENDS_TOLD_TO_ALL. */
#include "sync/processes/parent_end.h"

#include <stdbool.h>
#include <unistd.h>

#include "base/compiler.h"
#include "kernel/process/sources.h"
#include "kernel/readiness/kernel.h"
#include "kernel/signals/pending/signal_pending.h"
#include "kernel/signals/signal_look.h"
#include "kernel/signals/signal_points.h"
#include "kernel/signals/signal_send.h"
#include "model/ending.h"
#include "model/fibers/processes.h"
#include "model/runtime.h"
#include "model/shared.h"
#include "sync/settings/thread_control.h"

#define ADOPTED 1 /* the number of a parent that has ended, as its children see it */

static bool gone[MAX_FIBERS]; /* threads that have told of their end */

static bool is_child(uint32_t number) { return process_number(number)->parent == rt.current->process; }

static int asked_by(uint32_t number) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        const struct fiber *fiber = &rt.fibers[i];
        int asked = fiber->process == number && !fiber->exited ? thread_control_at_parents_end(fiber) : 0;
        if (asked) {
            return asked;
        }
    }
    return 0;
}

static int for_child(uint32_t number) { return is_child(number) ? asked_by(number) : 0; }

static int for_child_of_thread(uint32_t number) {
    return is_child(number) && process_number(number)->forker == rt.current->id ? asked_by(number) : 0;
}

static int for_none(uint32_t number) {
    (void)number;
    return 0;
}

static const struct fiber *next_parent(void) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        const struct fiber *fiber = &rt.fibers[i];
        if (fiber->process == rt.current->process && !gone[i] && !fiber->made.is_timer) {
            return fiber;
        }
    }
    return NULL;
}

static void hand_on(const struct fiber *to) {
    for (uint32_t i = 1; i < processes_count(); i++) {
        struct process *child = process_number(i);
        if (is_child(i) && child->forker == rt.current->id) {
            child->forker = to->id;
        }
    }
}

void parent_end_of_thread(uint64_t site) {
    if (!rt.processes || process_ends < ENDS_TOLD_TO_ALL) {
        return;
    }
    signals_use_masks();
    signals_before_change(site);
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    gone[rt.current->index] = true;
    const struct fiber *next = next_parent();
    process_number(rt.current->process)->gone |= !next && rt.current->process == 0; /* of others, the leader tells */
    signals_finish_among(next ? for_child_of_thread : rt.current->process ? for_none : for_child, site);
    if (next) {
        hand_on(next);
    }
}

void parent_end_of_process(uint64_t site) {
    if (process_ends < ENDS_TOLD_TO_ALL) {
        return;
    }
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    rt.current->signal.blocked = ~0ull;
    process_number(rt.current->process)->gone = true;
    signals_finish_among(for_child, site);
}

static pid_t parent_of_forked(uint64_t site) {
    end_execution_for_ends(ENDS_TOLD_TO_ALL);
    signals_before_call(site);
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    const struct process *parent = process_number(process_number(rt.current->process)->parent);
    pid_t number = parent->gone ? ADOPTED : parent->pid;
    kernel_settle();
    return number;
}

void parent_end_prepare(void) { source_parent = parent_of_forked; }
