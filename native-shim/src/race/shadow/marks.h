/* Memory that nobody may access: freed blocks, and the red zones around blocks. */
#ifndef HEDDLE_MARKS_H
#define HEDDLE_MARKS_H

#include <stdbool.h>
#include <stdint.h>

#include "heddle_abi.h"

enum memory_mark {
    MEMORY_NEW,      /* nothing that was done to it before matters */
    MEMORY_FREED,    /* nobody may access it */
    MEMORY_RED_ZONE, /* nor this */
};
void memory_mark(uint64_t address, uint64_t size, enum memory_mark mark);

/* A race_access has accessed these pages, as far as they had been accessed before: it counts for the rest, too. */
void memory_accessed(uint64_t address, uint64_t size, struct heddle_cell as);

/* It counts for none of them any more: rather a race that is not seen than one that is none. */
void memory_forget_accesses(uint64_t address, uint64_t size);

/* Whether a byte of these may not be accessed. Of a large block that is freed only what has been accessed before is known. */
bool memory_is_marked(uint64_t address, uint64_t size);

/* Fills in what is known of the 256 bytes around the address, which had no cells so far. */
void marks_fill(uint64_t address, struct heddle_cell *cells);

#endif
