/* The kernel threads of an execution that a debugger looks at. */
#ifndef HEDDLE_DEBUG_THREADS_H
#define HEDDLE_DEBUG_THREADS_H

#include "base/wire.h"
#include "model/fibers/fiber_state.h"

/* In the child, before it runs: makes every thread a kernel thread if the plan asks for it, and waits for the debugger. */
void debug_start(const struct heddle_plan *plan);

/* The debugger knows the kernel thread that runs by the name of this fiber. */
void debug_name(const struct fiber *fiber);

/* Gives the fiber a kernel thread. */
void debug_create(struct fiber *fiber, void (*entry)(void));

/* Lets the kernel thread of `to` run and waits, in that of `from`, until it is its turn again; does not return where `from` has
 * exited. */
void debug_switch(const struct fiber *from, const struct fiber *to);

#endif
