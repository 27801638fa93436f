/* Idle rounds: time passes, threads that wait for it look, and nothing changes. What waits besides waits for good. */
#ifndef HEDDLE_IDLE_ROUNDS_H
#define HEDDLE_IDLE_ROUNDS_H

#include <stdbool.h>

/* A thread is about to execute its pending operation, by which time passes: it times out, or sleeps. Makes a note of a round that the
 * threads have gone three times. Where others wait for good beneath it, and `may_end`, ends the execution as a deadlock. */
void idle_rounds_time_passes(bool may_end);

#endif
