/* What the heap and the check of accesses tell each other. */
#ifndef HEDDLE_MEMORY_H
#define HEDDLE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/fiber.h"

struct fiber;

/* A block of this many bytes, as asked for, is about to be freed: everything that was done to it has to come before. */
void memory_free(uint64_t address, uint64_t size, uint64_t site);

enum memory_mark {
    MEMORY_NEW,      /* nothing that was done to it before matters */
    MEMORY_FREED,    /* nobody may access it */
    MEMORY_RED_ZONE, /* nor this */
};
void memory_mark(uint64_t address, uint64_t size, enum memory_mark mark);

/* Whether a byte of these may not be accessed. Of a large block that is freed only what has been accessed before is known. */
bool memory_is_marked(uint64_t address, uint64_t size);

/* What an interposed function does to memory of the program, announced before it does so; only calls that instrumented code makes
 * count, which the site tells: other code may be synchronised by what is not seen. */
void memory_reads(const void *address, size_t size, uint64_t site);
void memory_writes(const void *address, size_t size, uint64_t site);

/* Whether it matters that an access of these bytes is announced before it is made: it is a scheduling point, or does damage. */
bool memory_is_watched(const void *address, size_t size);

/* Reports an operation on a synchronisation object that lies in freed memory. */
void memory_check_object(const struct fiber *fiber, uint64_t address, uint64_t site);

/* Reports an access that met a mark, of a cell in `write`. */
void memory_misused(const struct fiber *fiber, uint64_t address, uint64_t size, uint64_t site, bool writes);

/* Whether the address is in the room of some thread's stack. */
static inline bool memory_is_on_a_stack(uint64_t address) {
    return address >= FIBER_SLOTS && address < SPILL_ARENAS && (address - FIBER_SLOTS) % FIBER_SLOT_SIZE < FIBER_STACK_TOP;
}

/* Whether the address is on another thread's stack, where that has ended, or has left the function whose variable it was of. Where
 * another function's frame has taken the place, that cannot be told. */
bool memory_is_gone(uint64_t address);

#endif
