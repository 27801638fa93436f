/* Priorities of input and output (ioprio_set(2)), which libc has no functions for. */
#ifndef HEDDLE_IO_PRIORITY_H
#define HEDDLE_IO_PRIORITY_H

#include <stdbool.h>

struct fiber;

void io_priority_begin(const struct fiber *parent, const struct fiber *child);

/* System calls about a thread of the running process; false: this one is about something else. */
bool io_priority_call(long number, const long *a, long *result);

#endif
