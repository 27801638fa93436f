/* Names of threads, as pthread_setname_np and prctl give them; see thread_name.c. */
#ifndef HEDDLE_THREAD_NAME_H
#define HEDDLE_THREAD_NAME_H

#include "model/fibers/fiber.h"

enum { THREAD_NAME = 16 }; /* with its end */

/* A thread begins, with the name of the one that makes it. */
void thread_name_begin(const struct fiber *parent, const struct fiber *child);

/* What is too long is cut off. */
void thread_name_give(const struct fiber *fiber, const char *name);
void thread_name_tell(const struct fiber *fiber, char to[THREAD_NAME]);

#endif
