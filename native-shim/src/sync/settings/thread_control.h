/* What prctl and personality set for one thread: see thread_control.c. */
#ifndef HEDDLE_THREAD_CONTROL_H
#define HEDDLE_THREAD_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

struct fiber;

void thread_control_begin(const struct fiber *parent, const struct fiber *child);

/* Options of prctl about the running thread; false: this one is about something else. */
bool thread_control(int option, const unsigned long a[4], long *result, uint64_t site);

/* The signal that the thread has asked for when its parent ends; 0: none. */
int thread_control_at_parents_end(const struct fiber *fiber);

/* Whether the option sets, in the kernel, what it keeps for one thread: all of them get it here. */
bool thread_control_is_for_all(int option);

#endif
