/* The state that all threads are in, as one number: a sum over what each keeps in registers and on its stack where it has announced
 * its operation. Rounds of events that lead back to the same state begin and end where the numbers are equal. */
#ifndef HEDDLE_SIGNATURE_H
#define HEDDLE_SIGNATURE_H

#include <stdint.h>

#include "model/fibers/fiber_state.h"

/* The sum, of the threads that have announced an operation since rt.signs_states is set. */
uint64_t signature(void);

/* While rt.signs_states: the running thread has just announced its operation. Where a stack is too large, takes rt.signs_states and
 * rt.seeks_cycles back. */
void signature_announced(struct fiber *self);

/* Likewise: the thread has ended. */
void signature_left(struct fiber *fiber);

/* The next word of a hash. */
uint64_t signature_mix(uint64_t hash, uint64_t word);

#endif
