/* A filter of system calls, as the last line. */
#ifndef HEDDLE_GUARD_H
#define HEDDLE_GUARD_H

#include <stdint.h>

/* In the zygote, before its first execution: the kernel refuses what the plan does not allow to all processes that come of it, whichever
 * way they ask for it. What depends on a process or on memory is not looked at there. */
void machine_guard(uint32_t allowed);

#endif
