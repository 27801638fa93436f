/* The numbers that the kernel would give to threads: that of a process is its first thread's. */
#ifndef HEDDLE_THREAD_NUMBER_H
#define HEDDLE_THREAD_NUMBER_H

#include <sys/types.h>

struct fiber;

pid_t thread_number(const struct fiber *fiber); /* of one of the running process */

/* The thread of the running process with this number; 0: the running one. NULL where there is none. */
struct fiber *fiber_by_number(pid_t number);

#endif
