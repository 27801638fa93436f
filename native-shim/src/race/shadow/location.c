/* Clocks of memory that is accessed by visible operations: atomics, and plain accesses that race. Exact to the byte: an
 * aligned word has a list of locations with disjoint masks, which are split where accesses overlap partly. */
#define _GNU_SOURCE
#include "base/hot.h"
#include "race/clocks/clock.h"
#include "race/clocks/race_memory.h"
#include "race/shadow/location.h"

#define FIRST_WORDS 64u

struct word {
    uint64_t number; /* address / 8 */
    struct location *locations;
};

HOT static struct word first_words[FIRST_WORDS];
static struct word *words = first_words;
HOT static uint32_t capacity = FIRST_WORDS, used;

static struct word *slot(uint64_t number) {
    uint32_t mask = capacity - 1;
    uint32_t at = (uint32_t)((number * 0x9e3779b97f4a7c15ull) >> 40) & mask;
    while (words[at].locations && words[at].number != number) {
        at = (at + 1) & mask;
    }
    return &words[at];
}

static void grow(void) {
    struct word *old = words;
    uint32_t count = capacity;
    capacity *= 2;
    words = race_allocate(capacity * sizeof *words);
    for (uint32_t i = 0; i < count; i++) {
        if (old[i].locations) {
            *slot(old[i].number) = old[i];
        }
    }
}

static struct location *add(struct word *word, uint32_t mask) {
    struct location *location = race_allocate(sizeof *location);
    location->mask = mask;
    location->next = word->locations;
    word->locations = location;
    return location;
}

static void split(struct word *word, struct location *location, uint32_t mask) {
    struct location *rest = add(word, location->mask & ~mask);
    rest->head = location->head;
    rest->adding = location->adding;
    clock_copy(&rest->reads, location->reads);
    clock_copy(&rest->writes, location->writes);
    clock_copy(&rest->blind, location->blind);
    rest->marker = location->marker;
    clock_copy(&rest->released, location->released);
    clock_copy(&rest->settled, location->settled);
    location->mask &= mask;
}

static void in_word(uint64_t number, uint32_t mask, location_fn *call, void *context) {
    struct word *word = slot(number);
    if (!word->locations) {
        if (used * 2 >= capacity) {
            grow();
            word = slot(number);
        }
        word->number = number;
        used++;
    }
    uint32_t missing = mask;
    for (struct location *l = word->locations; l; l = l->next) {
        missing &= ~l->mask;
        if ((l->mask & mask) && (l->mask & ~mask)) {
            split(word, l, mask); /* adds in front of the list: not met again */
        }
    }
    if (missing) {
        add(word, missing);
    }
    for (struct location *l = word->locations; l; l = l->next) {
        if (l->mask & mask) {
            call(l, context);
        }
    }
}

void locations_of(uint64_t address, uint64_t size, location_fn *call, void *context) {
    while (size > 0) {
        uint64_t offset = address & 7, length = 8 - offset < size ? 8 - offset : size;
        in_word(address >> 3, (uint32_t)((1u << length) - 1) << offset, call, context);
        address += length;
        size -= length;
    }
}
