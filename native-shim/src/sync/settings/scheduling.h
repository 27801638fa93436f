/* The scheduling policies and priorities of threads. They change what is likely, never what is possible. */
#ifndef HEDDLE_SCHEDULING_H
#define HEDDLE_SCHEDULING_H

#include <pthread.h>

struct fiber;

/* What a thread that is created with these attributes, or NULL, fails with: 0, EINVAL or EPERM. */
int scheduling_check(const pthread_attr_t *attributes);

/* The new thread has what the attributes say, or inherits. */
void scheduling_begin(const struct fiber *parent, const struct fiber *child, const pthread_attr_t *attributes);

/* Stores what the thread has. */
void scheduling_describe(const struct fiber *fiber, pthread_attr_t *attributes);

#endif
