/* What functions of ours do to memory of the program. */
#ifndef HEDDLE_MEMORY_H
#define HEDDLE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A block of this many bytes, as asked for, is about to be freed: everything that was done to it has to come before. */
void memory_free(uint64_t address, uint64_t size, uint64_t site);

/* What an interposed function does to memory of the program, announced before it does so; only calls that instrumented code makes
 * count, which the site tells: other code may be synchronised by what is not seen. */
void memory_reads(const void *address, size_t size, uint64_t site);
void memory_writes(const void *address, size_t size, uint64_t site);

/* Whether it matters that an access of these bytes is announced before it is made: it is a scheduling point, or does damage. */
bool memory_is_watched(const void *address, size_t size);

#endif
