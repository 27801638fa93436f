/* Destructors of thread-local objects of C++. */
#ifndef HEDDLE_THREAD_LOCALS_H
#define HEDDLE_THREAD_LOCALS_H

#include <stdbool.h>

/* Runs those of the running thread, the last one first, and those that they register. */
void thread_locals_end(void);

/* Whether any have been registered and have not run. */
bool thread_locals_are_left(void);

#endif
