/* Spin loops: a thread that comes back to the same operation in the same state, having only looked meanwhile, would do the
 * same again, so it waits until something that it looked at changes. */
#ifndef HEDDLE_AWAIT_H
#define HEDDLE_AWAIT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"
#include "model/fibers/fiber_state.h"

/* Whether the thread, before this operation, is where it was before; if so, makes the AWAIT that stands for it. */
bool spin_repeats(struct fiber *fiber, const struct heddle_event *operation, struct heddle_event *await);

/* The plan has the pending operation of another kind: turns an AWAIT into what it stands for, or the other way round, if it is that. */
bool spin_becomes(const struct fiber *fiber, uint32_t kind, struct heddle_event *pending);

/* The plan has the pending operation, of this kind, which waits in place of one that only tries, and cannot go on: makes it that again. */
void spin_tries_again(const struct fiber *fiber, uint32_t kind, struct heddle_event *pending);

/* Whether the planned operation would be one more look of a loop that waits, with nothing of what it looks at changed. Others have written
 * to the thread's stack then, which made it no repetition where the plan comes from; what the thread reads there without a look that finds
 * something else is a data race. Where this is all that a plan is for, the execution would be one that others stand for. */
bool spin_only_repeats(const struct fiber *fiber, uint32_t planned);

/* Whether the thread waits, and goes round its loop once nobody else is left to go on. A server looks for work for ever, and is meant to: so
 * does whoever waits for what it has looked at under a lock, from then on, as any thread that loops for ever. So does whoever reads plain
 * memory that is not visible, where code that is not seen, or a handler, may have written to it. */
bool spins_goes_on(const struct fiber *fiber);

/* Nobody else is left to go on: those go round. False if there is nobody. */
bool spins_go_on(void);

/* Nobody can go on. Where a loop that waits has read plain memory that is not visible, and another thread has written to it, the next round
 * might find something: ends the execution, which shows the race, and the memory becomes visible. */
void spins_check_reads(void);

/* The operation of the running thread that waits until a variable of the runtime's has another value than now. */
struct heddle_event spin_await(struct fiber *fiber, const uint64_t *word, uint64_t site);

#endif
