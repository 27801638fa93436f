/* Atomic accesses that overlook stores, as C11 allows where nothing orders them after newer ones: a load finds an older value, a store comes
 * before others in modification order, a read-modify-write does both. A plan says so: the alternative of such an access is the number of stores
 * that it overlooks, the last ones in modification order. Whether C11 allows it is for the server to know (dpor, package weak). Memory holds what
 * is last in modification order, so a store that overlooks others leaves it as it is. */
#ifndef HEDDLE_OLDER_H
#define HEDDLE_OLDER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"

/* Where the program makes an access of up to 8 bytes that overlooks stores: it holds the older value. */
extern uint64_t older_cell;

static inline bool can_overlook(uint32_t kind) {
    return kind == HEDDLE_ATOMIC_LOAD || kind == HEDDLE_ATOMIC_STORE || kind == HEDDLE_ATOMIC_RMW || kind == HEDDLE_ATOMIC_CAS;
}

/* Whether an event, which has been executed, has overlooked stores. */
static inline bool overlooks(const struct heddle_event *event) { return event->alternative > 0 && can_overlook(event->kind); }

/* What an access comes right behind. */
struct older {
    bool is_first; /* what was there before all stores that are known */
    bool is_bound; /* a read-modify-write has read it, and nothing comes between the two */
    uint32_t source; /* number of the store, if it is one */
    uint32_t earliest; /* number of the store that was executed first */
    uint64_t value;
};

/* What the access, one of at most 8 bytes, comes behind if it overlooks so many stores of those before this event. False if there are not that
 * many atomic ones of the same bytes since something else was written there. */
bool older_find(const struct heddle_event *access, int32_t overlooked, uint32_t before, struct older *found);

#endif
