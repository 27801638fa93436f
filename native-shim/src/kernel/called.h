/* Threads that are called away from a wait on a condition variable, to handle a signal or because they have been cancelled.
 *
 * A wait is registered by an event once the thread is among the waiters; whoever of the two comes second, the thread or who calls it,
 * finds the other and broadcasts. The thread, and other waiters, then wake without a signal of the condition variable, as POSIX allows.
 *
 * Only programs that can cancel, or have handlers for signals that threads send, have these events. */
#ifndef HEDDLE_CALLED_H
#define HEDDLE_CALLED_H

#include <stdbool.h>
#include <stdint.h>

struct fiber;

/* Between the halves of a wait; whether called_end_wait is to follow the second. */
bool called_begin_wait(uint64_t condition, uint64_t site);

/* Handles what it was called for; does not return if the thread is cancelled. */
void called_end_wait(uint64_t site);

/* The thread is to leave the waiters of a condition variable that it is registered with. */
void called_away(struct fiber *fiber, uint64_t condition, uint64_t site);

#endif
