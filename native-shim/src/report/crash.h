/* Where a thread is when it crashes, for a report: the trace has its last visible operation only. */
#ifndef HEDDLE_CRASH_H
#define HEDDLE_CRASH_H

#include <stdint.h>

/* In an execution that is to be described: the signals that instructions raise are looked at, before they end the process. */
void crash_watch(void (*tell)(uint64_t at, uint64_t stack_pointer));

#endif
