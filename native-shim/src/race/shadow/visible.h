/* Memory whose plain accesses are visible operations: ranges that the plan names, in ascending order, none of which overlap. */
#ifndef HEDDLE_VISIBLE_H
#define HEDDLE_VISIBLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"
#include "model/runtime.h"

void visible_start(const struct heddle_range *ranges, uint32_t count); /* in a child; the ranges stay where they are */
bool visible_any(uint64_t address, uint64_t size); /* whether any byte of it is visible */

/* The part of the range from its first visible byte to its last one; false if none is visible. */
bool visible_part(uint64_t address, uint64_t size, struct heddle_range *part);

/* Whether an access of these bytes is a scheduling point in this execution. */
static inline bool visible_now(uint64_t address, uint64_t size) {
    return rt.asked.points == HEDDLE_POINTS_ALL || (rt.asked.points == HEDDLE_POINTS_AUTO && visible_any(address, size));
}

#endif
