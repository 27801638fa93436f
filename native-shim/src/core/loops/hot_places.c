#include "core/loops/hot_places.h"

#include <string.h>

#define ROWS 1024u /* places compete with those of their row only */
#define WAYS 4u

static struct place {
    uint64_t address, size;
    uint32_t count, error; /* at most so many of the count are of places that were here before */
    bool written;
} places[ROWS][WAYS];
static uint32_t total;

void hot_places_forget(void) {
    memset(places, 0, sizeof places);
    total = 0;
}

/* Where the place is counted, or has to be. */
static struct place *way_of(uint64_t address, uint64_t size) {
    struct place *row = places[(address + size) * 0x9e3779b97f4a7c15ull >> 32 & (ROWS - 1)], *least = row;
    for (uint32_t i = 0; i < WAYS; i++) {
        if (row[i].address == address && row[i].size == size) {
            return &row[i];
        }
        least = row[i].count < least->count ? &row[i] : least;
    }
    return least;
}

void hot_places_count(uint64_t address, uint64_t size, bool writes) {
    struct place *place = way_of(address, size);
    if (place->address != address || place->size != size) {
        *place = (struct place){.address = address, .size = size, .count = place->count, .error = place->count};
    }
    place->count++;
    place->written |= writes;
    total++;
}

uint32_t hot_places_counted(void) { return total; }

bool hot_places_next(uint32_t *at, uint32_t share, uint64_t *address, uint64_t *size) {
    while (*at < ROWS * WAYS) {
        const struct place *place = &places[*at / WAYS][*at % WAYS];
        ++*at;
        if (place->size != 0 && !place->written && place->count - place->error >= total / share) {
            *address = place->address;
            *size = place->size;
            return true;
        }
    }
    return false;
}
