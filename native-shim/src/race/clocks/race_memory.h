/* The memory that the race detector takes for itself. */
#ifndef HEDDLE_RACE_MEMORY_H
#define HEDDLE_RACE_MEMORY_H

#include <stddef.h>

/* Zeroed memory, aligned to 16 bytes, that is never given back. */
void *race_allocate(size_t bytes);

#endif
