/* The clocks that there are. They show virtual time, and the time that threads have run. */
#ifndef HEDDLE_CLOCKS_H
#define HEDDLE_CLOCKS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* What the clock shows at the beginning of the program, in seconds. */
uint64_t time_start_of(clockid_t clock);

/* The time in nanoseconds; half of all that there are if it is further away. */
uint64_t clock_nanoseconds(const struct timespec *time);

bool clock_is_of_time(clockid_t clock); /* and not of CPU time */

/* What sleeping by this clock fails with: 0, EINVAL, or EOPNOTSUPP. */
int clock_sleeping_error(clockid_t clock);

#endif
