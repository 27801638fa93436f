/* The system call futex, as far as waiting and waking for any bit goes; whatever else it can do ends the check. */
#ifndef HEDDLE_FUTEX_H
#define HEDDLE_FUTEX_H

#include <stdint.h>
#include <time.h>

/* The result of the call, and errno where that is -1. */
long futex_call(const uint32_t *word, int operation, uint32_t value, const struct timespec *timeout, uint32_t bits,
                uint64_t site);

#endif
