/* What time it is in each thread.
 *
 * An epoch is one thread's time (FastTrack): fiber index + 1 and the number of its visible operations so far + 1.
 */
#ifndef HEDDLE_TIMES_H
#define HEDDLE_TIMES_H

#include <stdbool.h>
#include <stdint.h>

#include "model/fibers/fiber_state.h"
#include "race/clocks/clock.h"

/* How many bits of an epoch are the number of operations; the others are the fiber. Constant within an execution: an execution that
 * needs more fibers than the bits allow is run again with fewer for operations. */
extern uint32_t epoch_clock_bits;

static inline uint32_t epoch_clock_max(void) { return (1u << epoch_clock_bits) - 1; }
static inline uint32_t epoch_of(uint32_t index, uint32_t clock) { return (index + 1) << epoch_clock_bits | clock; }
static inline uint32_t epoch_index(uint32_t epoch) { return (epoch >> epoch_clock_bits) - 1; }
static inline uint32_t epoch_clock(uint32_t epoch) { return epoch & epoch_clock_max(); }

void times_allow(uint32_t fibers); /* in the zygote: executions may have that many */

/* A thread's times. The own components of `dependence` and `c11` are equal. */
struct times {
    struct clock *dependence, *c11;
    struct clock *release_fence, *acquire_fence; /* what atomics pass on to fences and take from them */
    struct clock *woken_dependence, *woken_c11; /* from whoever signalled, or arrived at the barrier */
    bool woken;
};

void times_start(uint32_t index); /* of the fiber: it begins */
struct times *times_at(uint32_t index);

/* In this execution HB_C11 orders less than the standard says: additions or marks that commute may come in the other order, so that
 * none takes over what another has passed on. What is unordered by that alone is no race. */
extern bool times_order_less;

uint32_t epoch_now(const struct fiber *fiber);
bool epoch_is_before(uint32_t epoch, const struct clock *clock);

#endif
