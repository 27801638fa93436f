#define _GNU_SOURCE
#include "model/fibers/thread_number.h"

#include <unistd.h>

#include "base/real.h"
#include "model/fibers/fiber.h"
#include "model/fibers/processes.h"
#include "model/runtime.h"

static uint32_t leader(void) { return is_of_forked() ? process_number(rt.current->process)->leader : 0; }

pid_t thread_number(const struct fiber *fiber) { return REAL(getpid)() + (pid_t)(fiber->id == leader() ? 0 : fiber->id); }

struct fiber *fiber_by_number(pid_t number) {
    pid_t own = REAL(getpid)();
    struct fiber *fiber = number == 0    ? rt.current
                          : number < own ? NULL
                                         : fiber_by_id(number == own ? leader() : (uint32_t)(number - own));
    return fiber && fiber->process == rt.current->process ? fiber : NULL;
}
