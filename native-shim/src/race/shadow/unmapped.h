/* Pages that the program has unmapped. */
#ifndef HEDDLE_UNMAPPED_H
#define HEDDLE_UNMAPPED_H

#include <stdbool.h>
#include <stdint.h>

struct unmapped {
    uint64_t start, end, site;
    uint32_t thread; /* who has unmapped them */
};

/* The running thread has unmapped these pages; and they are mapped anew. */
void memory_unmapped(uint64_t address, uint64_t size, uint64_t site);
void memory_mapped(uint64_t address, uint64_t size);

/* Whether the address is in such pages. */
bool memory_is_unmapped(uint64_t address);

/* The pages that the address is in; NULL if it is in none. */
const struct unmapped *unmapped_at(uint64_t address);

#endif
