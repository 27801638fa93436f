/* System calls about what is kept for each thread. */
#ifndef HEDDLE_SETTING_CALLS_H
#define HEDDLE_SETTING_CALLS_H

#include <stdbool.h>
#include <stdint.h>

/* False: this one is about something else, or about another process. */
bool setting_call(long number, const long *a, long *result, uint64_t site);

#endif
