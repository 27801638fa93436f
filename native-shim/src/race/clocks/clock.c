/* Vector clocks (Mattern; Fidge), as FastTrack uses them (Flanagan and Freund, PLDI 2009). */
#define _GNU_SOURCE
#include "race/clocks/clock.h"

#include <string.h>

#include "race/clocks/clock_tree.h"
#include "race/clocks/race_memory.h"

_Static_assert(sizeof(struct clock) + CLOCK_FLAT * sizeof(uint32_t) == 256, "the root of the tree is aligned");

/* Where the root of its tree is; NULL where it has no room for one, as its counts are few. */
static struct clock_node **tree_of(const struct clock *clock) {
    return clock && clock->capacity == CLOCK_FLAT ? (struct clock_node **)(uintptr_t)&clock->at[CLOCK_FLAT] : NULL;
}

/* The clock has room for this index. */
static void reserve(struct clock **clock, uint32_t index) {
    struct clock *old = *clock;
    if (old && (index < old->capacity || old->capacity == CLOCK_FLAT)) {
        return;
    }
    uint32_t capacity = 7; /* with its header: two units of 16 bytes */
    while (capacity <= index && capacity < CLOCK_FLAT) {
        capacity = capacity * 2 + 1;
    }
    size_t root = capacity == CLOCK_FLAT ? sizeof(struct clock_node *) : 0;
    struct clock *grown = race_allocate(sizeof *grown + capacity * sizeof grown->at[0] + root);
    grown->capacity = capacity;
    if (old) {
        memcpy(grown->at, old->at, old->capacity * sizeof old->at[0]);
    }
    *clock = grown;
}

uint32_t clock_get_far(const struct clock *clock, uint32_t index) {
    struct clock_node **tree = tree_of(clock);
    return tree ? tree_get(*tree, index - CLOCK_FLAT) : 0;
}

void clock_set(struct clock **clock, uint32_t index, uint32_t value) {
    reserve(clock, index);
    if (index < CLOCK_FLAT) {
        (*clock)->at[index] = value;
    } else {
        tree_set(tree_of(*clock), index - CLOCK_FLAT, value);
    }
}

void clock_join(struct clock **into, const struct clock *from) {
    if (!from || from == *into) {
        return;
    }
    reserve(into, from->capacity - 1);
    struct clock *to = *into;
    for (uint32_t i = 0; i < from->capacity; i++) {
        to->at[i] = from->at[i] > to->at[i] ? from->at[i] : to->at[i];
    }
    struct clock_node **tree = tree_of(from);
    if (UNLIKELY(tree && *tree)) {
        tree_join(tree_of(to), *tree);
    }
}

void clock_copy(struct clock **into, const struct clock *from) {
    uint32_t count = from ? from->capacity : 0;
    if (count > 0) {
        reserve(into, count - 1);
        memcpy((*into)->at, from->at, count * sizeof from->at[0]);
    }
    for (uint32_t i = count; *into && i < (*into)->capacity; i++) {
        (*into)->at[i] = 0;
    }
    struct clock_node **to = tree_of(*into), **tree = tree_of(from);
    if (UNLIKELY(to != NULL)) {
        tree_copy(to, tree ? *tree : NULL);
    }
}
