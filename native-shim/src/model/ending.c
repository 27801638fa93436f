
#include "model/ending.h"

#include "base/direct.h"
#include "model/fibers/debug.h"
#include "model/runtime.h"

_Noreturn void end_execution(enum heddle_outcome outcome) {
    rt.shared->outcome = outcome;
    debug_stop(STOP_END, outcome, 0, "the execution is over");
    rt.mode = MODE_ENDING;
    direct_exit(0);
}
