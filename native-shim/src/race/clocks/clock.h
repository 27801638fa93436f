/* Vector clocks. */
#ifndef HEDDLE_CLOCK_H
#define HEDDLE_CLOCK_H

#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

/* The fibers from this index on have their counts in a tree (clock_tree.h). */
#define CLOCK_FLAT 63u

/* Counts by fiber index; what lies beyond the capacity is 0, and so is a clock that is NULL. Behind the counts of a clock whose
 * capacity is CLOCK_FLAT lies the root of its tree. */
struct clock {
    uint32_t capacity;
    uint32_t at[];
};

uint32_t clock_get_far(const struct clock *clock, uint32_t index); /* of an index from CLOCK_FLAT on */

static inline uint32_t clock_get(const struct clock *clock, uint32_t index) {
    if (!clock) {
        return 0;
    }
    if (LIKELY(index < clock->capacity)) {
        return clock->at[index];
    }
    return index < CLOCK_FLAT ? 0 : clock_get_far(clock, index);
}

void clock_set(struct clock **clock, uint32_t index, uint32_t value);

/* The greater of both in each component. */
void clock_join(struct clock **into, const struct clock *from);

/* Becomes equal to `from`. */
void clock_copy(struct clock **into, const struct clock *from);

#endif
