/* Loads that find an older value than the last one, as C11 allows where nothing orders them after newer stores. A plan says so: the
 * alternative of a load, or of a compare-and-swap, which fails then, is the number of stores that it overlooks. Whether C11 allows it is for
 * the server to know (dpor, package weak). The order in which stores are executed is their modification order. */
#ifndef HEDDLE_OLDER_H
#define HEDDLE_OLDER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"

/* Whether an event, which has been executed, has found an older value. */
static inline bool reads_older(const struct heddle_event *event) {
    return event->alternative > 0 && (event->kind == HEDDLE_ATOMIC_LOAD || event->kind == HEDDLE_ATOMIC_CAS);
}

/* The oldest store that the load, one of at most 8 bytes, overlooks if it overlooks so many of those before this event: its number. False if
 * there are not that many atomic ones of the same bytes, with nothing else that writes there in between. */
bool older_find(const struct heddle_event *load, int32_t overlooked, uint32_t before, uint32_t *oldest);

/* What was in memory before this store. */
uint64_t older_value_before(uint32_t store);

#endif
