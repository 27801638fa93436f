/* Waits on a condition variable that end for a signal's handler or a cancellation.
 *
 * An event on the word by which others tell the thread (signal_look.c) registers the wait once the thread is among the waiters. Of the
 * two, the thread and the one that interrupts it, the second finds the first, and broadcasts. The thread, and other waiters, then wake
 * without a signal of the condition variable, as POSIX allows.
 *
 * Only programs that can cancel, or have handlers for signals that threads send, have these events. */
#ifndef HEDDLE_COND_INTERRUPTION_H
#define HEDDLE_COND_INTERRUPTION_H

#include <stdbool.h>
#include <stdint.h>

struct fiber;

/* Between the halves of a wait; whether cond_interruption_end is to follow the second. */
bool cond_interruption_begin(uint64_t condition, uint64_t site);

/* Runs the handlers, or does not return: the thread is cancelled. */
void cond_interruption_end(uint64_t site);

/* The thread is to leave the waiters of a condition variable that it is registered with. */
void cond_interrupt(struct fiber *fiber, uint64_t condition, uint64_t site);

#endif
