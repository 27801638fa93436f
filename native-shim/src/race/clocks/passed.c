#include "race/clocks/passed.h"

#include <stddef.h>
#include <string.h>

#include "base/invariant.h"
#include "race/clocks/clock.h"
#include "race/clocks/race_memory.h"

#define FIRST 64u

/* In the order of the execution. */
static struct passed {
    uint32_t store;
    struct clock *found, *left;
} *all;
static uint32_t capacity, used;

static void grow(void) {
    uint32_t more = capacity ? 2 * capacity : FIRST;
    struct passed *larger = race_allocate(more * sizeof *larger);
    if (used > 0) {
        memcpy(larger, all, used * sizeof *larger);
    }
    all = larger;
    capacity = more;
}

static struct passed *of_last(uint32_t store) {
    if (used == 0 || all[used - 1].store != store) {
        if (used == capacity) {
            grow();
        }
        all[used++] = (struct passed){.store = store};
    }
    return &all[used - 1];
}

void passed_found(uint32_t store, const struct clock *released) { clock_join(&of_last(store)->found, released); }

void passed_left(uint32_t store, const struct clock *released) { clock_join(&of_last(store)->left, released); }

static const struct passed *of(uint32_t store) {
    uint32_t low = 0, high = used;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (all[middle].store < store) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    INVARIANT(low < used && all[low].store == store);
    return &all[low];
}

const struct clock *passed_before(uint32_t store) { return of(store)->found; }

const struct clock *passed_by(uint32_t store) { return of(store)->left; }
