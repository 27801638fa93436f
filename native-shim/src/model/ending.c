
#include "model/ending.h"

#include <sys/syscall.h>

#include "base/direct.h"
#include "model/debug.h"
#include "model/runtime.h"

_Noreturn void end_execution(enum heddle_outcome outcome) {
    rt.shared->outcome = outcome;
    debug_stop(STOP_END, outcome, 0, "the execution is over");
    rt.mode = MODE_ENDING;
    for (;;) {
        direct_call(SYS_exit_group, 0, 0, 0, 0);
    }
}
