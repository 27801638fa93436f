/* What clocks show: virtual time, and the time that threads have run. */
#ifndef HEDDLE_CLOCKS_H
#define HEDDLE_CLOCKS_H

#include <stdint.h>
#include <time.h>

#define SECOND 1000000000ull

/* What the clock shows at the beginning of the program, in seconds. */
uint64_t time_start_of(clockid_t clock);

/* What sleeping by this clock fails with: 0, EINVAL, or EOPNOTSUPP. */
int clock_sleeping_error(clockid_t clock);

#endif
