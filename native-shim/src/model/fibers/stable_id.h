/* Numbers of threads that are the same in all executions: made of who creates a thread, and of how many it has created before. */
#ifndef HEDDLE_STABLE_ID_H
#define HEDDLE_STABLE_ID_H

#include <stdint.h>

struct fiber;

/* The number of the next thread that this one creates. */
uint32_t stable_id_next(const struct fiber *parent);

#endif
