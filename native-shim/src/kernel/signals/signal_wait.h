/* Waiting for signals. */
#ifndef HEDDLE_SIGNAL_WAIT_H
#define HEDDLE_SIGNAL_WAIT_H

#include <signal.h>
#include <stdbool.h>

/* Takes the first one with that number that is pending for the current thread, or else for the process; false if there is none. */
bool signals_take_pending(int number, siginfo_t *info);

#endif
