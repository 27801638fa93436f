/* Idle rounds: time passes, threads that wait for it look, and nothing changes. What waits besides waits for good. */
#ifndef HEDDLE_IDLE_ROUNDS_H
#define HEDDLE_IDLE_ROUNDS_H

#include <stdbool.h>
#include <stdint.h>

/* A thread is about to execute its pending operation, by which time passes: it times out, or sleeps. Makes a note of a round that the
 * threads have gone three times. Where others wait for good beneath it, and `may_end`, ends the execution as a deadlock. */
void idle_rounds_time_passes(bool may_end);

struct fiber;

/* The time up to which the fiber waits, whose operation times out now, in nanoseconds: its deadline, or TIME_IS_FAR where such waits have
 * gone on for long while some thread waits for good. It depends on the execution so far alone, so that each replay does the same. */
uint64_t idle_rounds_expiry(const struct fiber *fiber);

#endif
