/* Spin loops: a thread that comes back to the same operation in the same state, having only looked meanwhile, would do the
 * same again, so it waits until something that it looked at changes. */
#ifndef HEDDLE_AWAIT_H
#define HEDDLE_AWAIT_H

#include "model/runtime.h"

/* Whether the thread, before this operation, is where it was before; if so, makes the AWAIT that stands for it. */
bool spin_repeats(struct fiber *fiber, const struct heddle_event *operation, struct heddle_event *await);

/* The plan has the pending operation of another kind: turns an AWAIT into what it stands for, or the other way round, if it is that. */
bool spin_becomes(const struct fiber *fiber, uint32_t kind, struct heddle_event *pending);

/* Whether what stands for an operation of this kind comes before it, for it may change memory when it is done in the end. */
bool spin_attempts(uint32_t kind);

/* The thread has executed its operation and goes on. */
void spin_executed(const struct fiber *fiber, const struct heddle_event *event);

/* Clears the stack below the caller's frame. What the runtime leaves there, such as where an event lies, would show in the padding of
 * later frames of the program and of the runtime, and tell a loop's iterations apart. To be called by what the program calls, after an
 * operation that may be part of a spin loop. */
void spin_clean_stack(void);

/* A hash of all that the running thread keeps in registers and on its stack while it calls the runtime; 0: too much. */
uint64_t spin_state(const struct fiber *fiber);

#endif
