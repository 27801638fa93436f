/* On which processors threads may run: see affinity.c. */
#ifndef HEDDLE_AFFINITY_H
#define HEDDLE_AFFINITY_H

#include <pthread.h>
#include <sched.h>
#include <sys/types.h>

struct fiber;

void affinity_begin(const struct fiber *parent, const struct fiber *child, const pthread_attr_t *attributes);

/* Stores what the thread has. */
void affinity_describe(const struct fiber *fiber, pthread_attr_t *attributes);

/* As the system call tells it: how many bytes it has filled, or −1. */
long affinity_tell(pid_t thread, size_t size, cpu_set_t *set);

#endif
