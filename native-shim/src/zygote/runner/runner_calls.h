/* What becomes of a system call within an execution of the runner; runner_calls.c has the table. */
#ifndef HEDDLE_RUNNER_CALLS_H
#define HEDDLE_RUNNER_CALLS_H

#include <stdint.h>

/* Makes it, or leaves the execution. `mask`: the signal mask that the caller will go on with; NULL: the process's. Returns what the
 * kernel does: −errno where it fails. */
long calls_make(long number, const long arguments[6], uint64_t *mask);

#endif
