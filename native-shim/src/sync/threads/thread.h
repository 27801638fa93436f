#ifndef HEDDLE_THREAD_H
#define HEDDLE_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* pthread_create. POSIX leaves open whether the handle is stored before the new thread runs (pthread_create, application usage);
 * C11 has the completion of thrd_create come before the thread's beginning (7.26.5.1). handle_first: whether it is. */
int thread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument, bool handle_first,
                  uint64_t site);

/* Creates a thread of the runtime's own, for which nobody waits. */
struct fiber;
struct fiber *thread_create_own(void *(*start)(void *), void *argument, const char *name, uint64_t site);

#endif
