/* Calls that a signal interrupts although none comes, where failures of calls are asked for (--failures). */
#ifndef HEDDLE_INTERRUPTED_CALLS_H
#define HEDDLE_INTERRUPTED_CALLS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"

/* What is to happen at a signal is set, or about to be. */
void interrupted_calls_disposition(int number, const struct sigaction *action, uint64_t site);

/* Whether handlers that the program had before it made threads could interrupt a call, or the user wants them to, and so EINTR is a way
 * to fail: that, or 0. `restarts`: the call goes on by itself behind handlers of SA_RESTART. */
uint64_t interruption_of(bool restarts);

/* Whether a call that waits (--failures=wait:N) is interrupted before it has done anything; errno is EINTR then. */
bool call_is_interrupted(bool restarts, uint64_t site);

/* Whether calls on the descriptor wait: it is one, and not O_NONBLOCK. */
bool descriptor_waits(int fd);

/* Whether a call that waits for the descriptor, and goes on behind handlers of SA_RESTART, is interrupted so. */
bool call_on_is_interrupted(int fd, uint64_t site);

#endif
