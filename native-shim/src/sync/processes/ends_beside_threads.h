/* A process that was forked ends, and its threads with it. */
#ifndef HEDDLE_ENDS_BESIDE_THREADS_H
#define HEDDLE_ENDS_BESIDE_THREADS_H

#include <stdint.h>

/* The running process ends with this status, or by the signal that it is minus the number of, whatever its other threads, if there are any, are
 * about to do. */
_Noreturn void process_ends_with_threads(int status, uint64_t site);

/* The running thread, which leads its process, has left by pthread_exit: returns when all others have ended. */
void process_leader_waits(uint64_t site);

/* Another thread of the process joins it meanwhile. */
_Noreturn void process_join_of_leader(void);

void ends_beside_threads_prepare(void); /* once, in the zygote */

#endif
