/* The clocks that there are. They show virtual time, and the time that threads have run. */
#ifndef HEDDLE_CLOCKS_H
#define HEDDLE_CLOCKS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/time.h>
#include <time.h>

/* What the clock would have shown at the beginning of the program, in nanoseconds: it is set by changing that. */
uint64_t clock_start(clockid_t clock);

/* The same, for a call that shows the clock or waits for a time of it. Where the program may set clocks it is an operation: whether the clock
 * has been set by then is a matter of who comes first. */
uint64_t clock_start_now(clockid_t clock, uint64_t site);

/* Threads will wait for a time of this clock, which will come as if it were not set meanwhile. */
void clock_awaited(clockid_t clock);

/* From now on the clocks of the wall show this time, in nanoseconds since the epoch. `function`: what has been called. */
void wall_clock_set(uint64_t wanted, const char *function, uint64_t site);

void clocks_prepare(void); /* once, in the zygote, when all modules are loaded */

/* The time in nanoseconds; half of all that there are if it is further away. */
uint64_t clock_nanoseconds(const struct timespec *time);

/* So many nanoseconds as calls tell them. */
struct timespec clock_timespec(uint64_t nanoseconds);
struct timeval clock_timeval(uint64_t nanoseconds);

bool clock_is_of_time(clockid_t clock); /* and not of CPU time */

/* What sleeping by this clock fails with: 0, EINVAL, or EOPNOTSUPP. */
int clock_sleeping_error(clockid_t clock);

#endif
