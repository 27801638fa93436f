/* How processes come to their end: by themselves, or by a signal; alone, or beside other threads. */
#include "sync/processes/process_exit.h"

#include <stdio.h>
#include <unistd.h>

#include "base/real.h"
#include "core/candidates.h"
#include "core/schedule.h"
#include "kernel/queues/queues.h"
#include "kernel/readiness/kernel.h"
#include "kernel/signals/signal_look.h"
#include "model/ending.h"
#include "model/fibers/processes.h"
#include "model/runtime.h"
#include "sync/mutex.h"
#include "sync/processes/ends_beside_threads.h"
#include "sync/processes/parent_end.h"
#include "sync/processes/process_end.h"

/* Its children go on without the first process. Where it has other threads, they end with it at a moment that no event of theirs tells. */
static void first_ends(uint64_t site) {
    struct fiber *self = rt.current;
    if (self->exited || !processes_others_live()) {
        return;
    }
    if (!process_is_of_one_thread()) {
        end_execution_uncontrolled("it goes on while its parent ends beside other threads");
    }
    kernel_ends(STDERR_FILENO + 1, site);
    queues_process_ends(site);
    mutex_abandon_all(self);
    parent_end_of_process(site);
    point_on(HEDDLE_THREAD_EXIT, (void *)(uintptr_t)self->id, 0, site);
    point_on(HEDDLE_THREAD_JOIN_ALL, NULL, 0, site);
}

static void ends_by_itself(int status, bool flushes, uint64_t site) {
    if (process_signals_come()) {
        signals_before_end(site);
    }
    if (rt.current->process) {
        if (flushes) {
            REAL(fflush)(NULL);
        }
        process_ends_with_threads(status & 0xff, site);
    }
    first_ends(site);
}

static void is_killed(int number, uint64_t site) { process_ends_with_threads(-number, site); }

void process_exit_prepare(void) {
    outside.process_ends = ends_by_itself;
    outside.process_killed = is_killed;
}
