#ifndef HEDDLE_VIRTUAL_TIME_H
#define HEDDLE_VIRTUAL_TIME_H

#include <stdint.h>

#include "base/wire.h"
#include "model/fibers/fiber_state.h"

#define SECOND 1000000000ull /* nanoseconds */

/* What clocks show at the beginning of the program, in seconds. */
#define WALL_CLOCK_START 1767225600ull /* 2026-01-01 00:00:00 UTC */
#define OTHER_CLOCKS_START 1000ull     /* since "boot" */

/* Programs wait for no time behind this one: eight years from the beginning, nanoseconds. A wall clock still fits into 32 bits then. */
#define TIME_IS_FAR (8 * 365 * 86400 * SECOND)

/* That time, or from TIME_IS_FAR on the whole second behind it: waits and sleeps may take longer, and rounds of polls with short time limits
 * come back to the same time of the second. */
uint64_t time_in_steps(uint64_t time);

void time_on_event(struct fiber *fiber, const struct heddle_event *event);
void time_expire(struct fiber *fiber, uint64_t deadline); /* everything that has happened is past, and so is the deadline */

/* For rule.expires: whenever it would block. */
bool always_expires(const struct fiber *fiber, const struct heddle_event *operation);

#endif
