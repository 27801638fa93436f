/* Where threads have their thread-local variables. */
#ifndef HEDDLE_THREAD_LOCAL_H
#define HEDDLE_THREAD_LOCAL_H

#include <stdint.h>

struct fiber;

void thread_local_prepare(void); /* in the zygote's main thread, once the program and its libraries are there */

/* Calls `call` with every part of the thread's, one for each module; of libc's, errno alone is the program's. */
typedef void thread_local_fn(uint64_t start, uint64_t end, uint64_t context);
void thread_local_each(const struct fiber *fiber, thread_local_fn *call, uint64_t context);

/* Those of the thread end. */
void thread_local_end(const struct fiber *fiber);

/* Calls `call` with what lies between the two addresses of those that have ended. */
void thread_local_ended_within(uint64_t start, uint64_t end, thread_local_fn *call, uint64_t context);

/* The thread whose variable lies at the address; NULL if it is nobody's. */
const struct fiber *thread_local_owner(uint64_t address);

#endif
