#define _GNU_SOURCE
#include "zygote/runner/runner_state.h"

#include <sys/syscall.h>

#include "base/direct.h"
#include "base/pages/runtime_memory.h"
#include "model/fibers/fiber.h"

struct runner *runner;

bool runner_state_reserve(void) {
    runner = runtime_pages(sizeof *runner);
    return runner != NULL;
}

void runner_leave(enum heddle_fallback fallback, long call) {
    runner->selector = DISPATCH_ALLOW;
    if (!runner->caller) { /* the runner itself is at fault */
        for (;;) {
            direct_call(SYS_exit_group, 1, 0, 0, 0);
        }
    }
    runner->fallback = fallback;
    runner->fallback_call = call;
    fiber_leave(runner->caller);
}
