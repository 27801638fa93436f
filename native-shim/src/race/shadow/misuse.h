/* Accesses of memory that nobody may access. */
#ifndef HEDDLE_MISUSE_H
#define HEDDLE_MISUSE_H

#include <stdbool.h>
#include <stdint.h>

struct fiber;

/* The heap block that begins here is a stream or directory, and is being closed. */
void memory_closed(uint64_t start);

/* Whether the address is on another thread's stack, where that has ended, or has left the function whose variable it was of. Where
 * another function's frame has taken the place, that cannot be told. */
bool memory_is_gone(uint64_t address);

/* Reports an operation on a synchronisation object that lies in freed memory; false if it does. */
bool memory_check_object(const struct fiber *fiber, uint64_t address, uint64_t site);

/* Reports an access that met a mark, of a cell in `write`. */
void memory_misused(const struct fiber *fiber, uint64_t address, uint64_t size, uint64_t site, bool writes);

#endif
