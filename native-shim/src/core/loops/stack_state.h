/* The state that a thread is in: all that it keeps in registers and on its stack while it calls the runtime. */
#ifndef HEDDLE_STACK_STATE_H
#define HEDDLE_STACK_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/fibers/fiber_state.h"

#define MOST_LOOKED_AT 32u

/* A hash of the callee-saved registers and of the running thread's stack up to `top`; 0: too large, or the thread runs on a stack of which
 * the runtime knows nothing. */
uint64_t heddle_state(uint64_t top);

/* The same of the whole stack, with every word of it. */
uint64_t spin_state(const struct fiber *fiber);

/* The word at this address, if it is on the thread's stack, is left out of the comparison from now on; at most MOST_LOOKED_AT are. */
void stack_look_away(const struct fiber *fiber, uint64_t object);
void stack_look_at_all(void); /* none is */

/* Of this thread, whose operation is pending, the state is compared with that of another round; NULL: it is not. Then all pointers to blocks that have been freed count as equal: where a thread
 * goes round a loop that allocates, each round leaves another one behind, of which no use can be made. Likewise numbers that are only
 * counted in (HEDDLE_COUNT_MARK). Of the deadline it counts how far away it is. */
void stack_is_of_round(const struct fiber *fiber);

/* Clears the stack below the caller's frame. What the runtime leaves there, such as where an event lies, would show in the padding of
 * later frames of the program and of the runtime, and tell a loop's iterations apart. To be called by what the program calls, after an
 * operation that may be part of a spin loop. */
void spin_clean_stack(void);

/* The same after a call that makes a real one, and in which events of other threads were executed: all that this has left. */
void stack_clean_after_call(void);

/* The same for the frames between the caller's and the hash, which are on the stack that is compared. */
void stack_clean_own_frames(void);

#endif
