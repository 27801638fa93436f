/* What the heap and the check of accesses tell each other. */
#ifndef HEDDLE_MEMORY_H
#define HEDDLE_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

struct fiber;

/* A block of this many bytes, as asked for, is about to be freed: everything that was done to it has to come before. */
void memory_free(uint64_t address, uint64_t size, uint64_t site);

enum memory_mark {
    MEMORY_NEW,      /* nothing that was done to it before matters */
    MEMORY_FREED,    /* nobody may access it */
    MEMORY_RED_ZONE, /* nor this */
};
void memory_mark(uint64_t address, uint64_t size, enum memory_mark mark);

/* Reports an operation on a synchronisation object that lies in freed memory. */
void memory_check_object(const struct fiber *fiber, uint64_t address, uint64_t site);

/* Reports an access that met a mark, of a cell in `write`. */
void memory_misused(const struct fiber *fiber, uint64_t address, uint64_t size, uint64_t site, bool writes);

/* Whether the address is on the stack of a thread that has ended. */
bool memory_is_of_ended_thread(uint64_t address);

#endif
