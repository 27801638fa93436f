#include "zygote/runner/runner_call.h"

#include "base/direct.h"
#include "zygote/runner/runner_memory.h"
#include "zygote/runner/runner_state.h"

void calls_refuse(long number) { runner_leave(HEDDLE_FALLBACK_SYSTEM_CALL, number); }

long calls_unique(long number, const long a[6]) {
    runner->kernel.is_unique = true;
    return direct_make(number, a);
}

long calls_fill(long number, const long a[6], long to, uint64_t bytes) {
    memory_fill((uint64_t)to, to ? bytes : 0);
    return direct_make(number, a);
}
