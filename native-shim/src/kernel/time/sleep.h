/* Sleeping in virtual time. */
#ifndef HEDDLE_SLEEP_H
#define HEDDLE_SLEEP_H

#include <stdint.h>

/* What is left of the time, in nanoseconds, if a signal interrupted it. */
uint64_t time_sleep(uint64_t nanoseconds, uint64_t site);

#endif
