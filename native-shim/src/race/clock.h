/* Vector clocks, and the memory that the race detector takes for itself. */
#ifndef HEDDLE_CLOCK_H
#define HEDDLE_CLOCK_H

#include <stddef.h>
#include <stdint.h>

/* Counts by fiber index; what lies beyond the capacity is 0, and so is a clock that is NULL. */
struct clock {
    uint32_t capacity;
    uint32_t at[];
};

static inline uint32_t clock_get(const struct clock *clock, uint32_t index) {
    return clock && index < clock->capacity ? clock->at[index] : 0;
}

void clock_set(struct clock **clock, uint32_t index, uint32_t value);

/* The greater of both in each component. */
void clock_join(struct clock **into, const struct clock *from);

/* Becomes equal to `from`. */
void clock_copy(struct clock **into, const struct clock *from);

/* Zeroed memory, aligned to 16 bytes, that is never given back. */
void *clock_allocate(size_t bytes);

#endif
