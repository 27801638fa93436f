/* Spin loops: a thread that comes back to the same operation in the same state, having only looked meanwhile, would do the
 * same again, so it waits until something that it looked at changes. */
#ifndef HEDDLE_AWAIT_H
#define HEDDLE_AWAIT_H

#include "runtime.h"

/* Whether the thread, before this operation, is where it was before; if so, makes the AWAIT that stands for it. */
bool spin_repeats(const struct fiber *fiber, const struct heddle_event *operation, struct heddle_event *await);

/* Whether what stands for an operation of this kind comes before it, for it may change memory when it is done in the end. */
bool spin_attempts(uint32_t kind);

/* The thread has executed its operation and goes on. */
void spin_executed(const struct fiber *fiber, const struct heddle_event *event);

/* A hash of all that the running thread keeps in registers and on its stack while it calls the runtime; 0: too much. */
uint64_t spin_state(const struct fiber *fiber);

/* The kind of the operation whose AWAIT is pending, or has just been executed. */
uint32_t spin_stands_for(const struct fiber *fiber);

#endif
