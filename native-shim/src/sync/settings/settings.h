/* What Linux keeps for each thread, though POSIX may have it for the process (pthreads(7)). All threads are one of the kernel's, so the
 * runtime keeps it. */
#ifndef HEDDLE_SETTINGS_H
#define HEDDLE_SETTINGS_H

#include <pthread.h>

struct fiber;

/* A new thread has what the one that makes it has, and what the attributes say, if there are any. */
void settings_begin(const struct fiber *parent, const struct fiber *child, const pthread_attr_t *attributes);

#endif
