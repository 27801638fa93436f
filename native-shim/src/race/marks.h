/* Memory that nobody may access. */
#ifndef HEDDLE_MARKS_H
#define HEDDLE_MARKS_H

#include <stdbool.h>
#include <stdint.h>

#include "heddle_abi.h"

struct fiber;

enum memory_mark {
    MEMORY_NEW,      /* nothing that was done to it before matters */
    MEMORY_FREED,    /* nobody may access it */
    MEMORY_RED_ZONE, /* nor this */
};
void memory_mark(uint64_t address, uint64_t size, enum memory_mark mark);

/* The running thread has unmapped these pages; and they are mapped anew. */
void memory_unmapped(uint64_t address, uint64_t size, uint64_t site);
void memory_mapped(uint64_t address, uint64_t size);
bool memory_is_unmapped(uint64_t address);

/* A race_access has accessed these pages, as far as they had been accessed before: it counts for the rest, too. */
void memory_accessed(uint64_t address, uint64_t size, struct heddle_cell as);

/* The heap block that begins here is a stream or directory, and is being closed. */
void memory_closed(uint64_t start);

/* Whether a byte of these may not be accessed. Of a large block that is freed only what has been accessed before is known. */
bool memory_is_marked(uint64_t address, uint64_t size);

/* Reports an operation on a synchronisation object that lies in freed memory. */
void memory_check_object(const struct fiber *fiber, uint64_t address, uint64_t site);

/* Reports an access that met a mark, of a cell in `write`. */
void memory_misused(const struct fiber *fiber, uint64_t address, uint64_t size, uint64_t site, bool writes);

/* Whether the address is on another thread's stack, where that has ended, or has left the function whose variable it was of. Where
 * another function's frame has taken the place, that cannot be told. */
bool memory_is_gone(uint64_t address);

#endif
