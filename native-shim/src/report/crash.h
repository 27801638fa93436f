/* Where a thread is when it crashes, for a report: the trace has its last visible operation only. */
#ifndef HEDDLE_CRASH_H
#define HEDDLE_CRASH_H

#include <stdint.h>

struct crash {
    uint64_t at, stack_pointer; /* the instruction's */
    uint64_t address;           /* of a fault: the memory that it was about */
};

/* In an execution that is to be described: the signals that instructions raise are looked at, before they end the process. */
void crash_watch(void (*tell)(const struct crash *crash));

#endif
