/* Vector clocks (Mattern; Fidge), as FastTrack uses them (Flanagan and Freund, PLDI 2009). */
#define _GNU_SOURCE
#include "race/clock.h"

#include <string.h>

#include "base/hot.h"
#include "base/runtime_memory.h"
#include "model/note.h"

#define FIRST_BYTES 2048u /* enough for a small execution, without a page of its own */
#define PIECE (1u << 20)

HOT static _Alignas(16) char first[FIRST_BYTES];
HOT static char *next = first, *end = first + FIRST_BYTES;

void *clock_allocate(size_t bytes) {
    bytes = (bytes + 15) & ~(size_t)15;
    if ((size_t)(end - next) < bytes) {
        size_t piece = bytes > PIECE ? bytes : PIECE;
        void *got = runtime_pages(piece);
        if (!got) {
            out_of("bytes of memory for clocks", piece);
        }
        next = got;
        end = next + piece;
    }
    void *result = next;
    next += bytes;
    return result;
}

static void reserve(struct clock **clock, uint32_t count) {
    struct clock *old = *clock;
    if (old && old->capacity >= count) {
        return;
    }
    uint32_t capacity = 7; /* with its header: two units of 16 bytes */
    while (capacity < count) {
        capacity = capacity * 2 + 1;
    }
    struct clock *grown = clock_allocate(sizeof *grown + capacity * sizeof grown->at[0]);
    grown->capacity = capacity;
    if (old) {
        memcpy(grown->at, old->at, old->capacity * sizeof old->at[0]);
    }
    *clock = grown;
}

void clock_set(struct clock **clock, uint32_t index, uint32_t value) {
    reserve(clock, index + 1);
    (*clock)->at[index] = value;
}

void clock_join(struct clock **into, const struct clock *from) {
    if (!from || from == *into) {
        return;
    }
    reserve(into, from->capacity);
    struct clock *to = *into;
    for (uint32_t i = 0; i < from->capacity; i++) {
        to->at[i] = from->at[i] > to->at[i] ? from->at[i] : to->at[i];
    }
}

void clock_copy(struct clock **into, const struct clock *from) {
    uint32_t count = from ? from->capacity : 0;
    if (count > 0) {
        reserve(into, count);
        memcpy((*into)->at, from->at, count * sizeof from->at[0]);
    }
    for (uint32_t i = count; *into && i < (*into)->capacity; i++) {
        (*into)->at[i] = 0;
    }
}
