/* The deadlines of timed operations. */
#ifndef HEDDLE_DEADLINE_H
#define HEDDLE_DEADLINE_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* Whether the nanoseconds are in range. A time before the epoch is a valid one that has passed. */
bool deadline_valid(const struct timespec *until);

/* Whether timed operations can use the clock. */
bool deadline_clock(clockid_t clock);

/* The time as an operation's argument: 0 if timeouts never happen, HEDDLE_DEADLINE_ANY if the operation may time out
 * whenever it would block (because of the mode, or because the time has passed), else virtual nanoseconds. */
uint64_t deadline_of(clockid_t clock, const struct timespec *until, uint64_t site);

/* The same for a time from now, in nanoseconds. */
uint64_t deadline_after(uint64_t nanoseconds);

#endif
