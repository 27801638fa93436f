/* The places in memory that a thread accesses most often: the counters of Metwally, Agrawal, El Abbadi, "Efficient Computation of
 * Frequent and Top-k Elements in Data Streams" (ICDT 2005), "Space-Saving". */
#ifndef HEDDLE_HOT_PLACES_H
#define HEDDLE_HOT_PLACES_H

#include <stdbool.h>
#include <stdint.h>

void hot_places_forget(void);

/* One more access of `size` bytes. */
void hot_places_count(uint64_t address, uint64_t size, bool writes);

/* The accesses since all was forgotten. */
uint32_t hot_places_counted(void);

/* The next place, from `*at` on (0 first), that was read in at least one of `share` accesses and never written while it was counted;
 * false: there is no more. */
bool hot_places_next(uint32_t *at, uint32_t share, uint64_t *address, uint64_t *size);

#endif
