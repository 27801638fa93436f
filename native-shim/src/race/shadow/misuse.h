/* Accesses of memory that nobody may access. */
#ifndef HEDDLE_MISUSE_H
#define HEDDLE_MISUSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fiber;
struct heddle_site;

/* The heap block that begins here is a stream or directory, and is being closed. */
void memory_closed(uint64_t start);

/* Whether the address is on another thread's stack, where that has ended, or has left the function whose variable it was of. Where
 * another function's frame has taken the place, that cannot be told. */
bool memory_is_gone(uint64_t address);

/* Reports an operation on a synchronisation object that lies in freed memory; false if it does. */
bool memory_check_object(const struct fiber *fiber, uint64_t address, uint64_t site);

/* Reports an access that met a mark, of a cell in `write`. */
void memory_misused(const struct fiber *fiber, uint64_t address, uint64_t size, uint64_t site, bool writes);

/* Reports, once for each place, an access by the running thread that is not within the variable that it is meant for, which has so many
 * bytes; `how` is of enum heddle_outside. */
void memory_outside(const volatile void *address, size_t size, const volatile void *variable, size_t bytes, int how,
                    const struct heddle_site *site);

#endif
