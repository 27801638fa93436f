
#include "model/ending.h"

#include "base/compiler.h"
#include "base/direct.h"
#include "model/fibers/debug.h"
#include "model/fibers/processes.h"
#include "model/runtime.h"

_Noreturn void end_execution_uncontrolled(const char *why) {
    rt.shared->wants_uncontrolled = why;
    end_execution(HEDDLE_RESOURCES);
}

void calls_alone(const char *what) {
    if (!running()) {
        return;
    }
    if (UNLIKELY(rt.processes)) {
        end_execution_uncontrolled(what);
    }
    rt.seen.alone = what;
}

void end_execution_for_ends(enum process_ends ends) {
    if (process_ends < ends) {
        rt.shared->wants_ends = ends;
        end_execution(HEDDLE_RESOURCES);
    }
}

void end_execution_unless_alone(void) {
    if (running() && !rt.program.changes_files && !rt.debugged) {
        rt.shared->wants_alone = 1;
        end_execution(HEDDLE_RESOURCES);
    }
}

_Noreturn void end_execution(enum heddle_outcome outcome) {
    rt.shared->outcome = outcome;
    debug_stop(STOP_END, outcome, 0, "the execution is over");
    rt.mode = MODE_ENDING;
    if (UNLIKELY(rt.processes)) {
        processes_end(0);
    }
    direct_exit(0);
}
