/* Signals that a thread does not block: what they do where no handler takes them, and who gets those of the process. */
#ifndef HEDDLE_SIGNAL_UNBLOCKED_H
#define HEDDLE_SIGNAL_UNBLOCKED_H

#include <signal.h>
#include <stdbool.h>

/* It does to the process what it does by default, which may end here. 0 or the error. */
int signal_act(int number);

/* The current thread blocks less than it did, in this event: what has been sent to the process while all threads blocked it is for the
 * first one that does not. Without a handler it does what it does. */
void signals_take_unblocked(void);

void signals_taken(const siginfo_t *info); /* it has been handled, waited for or ignored once it was not blocked */

#endif
