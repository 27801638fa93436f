#include "kernel/readiness/ready_words.h"

#include <string.h>

#include "base/compiler.h"
#include "core/loops/signature.h"
#include "model/note.h"
#include "model/runtime.h"

/* Sets of bits that are waited for have places in this table by their names: numbers in `ready` of struct shared, plus 1. */
#define TABLE (1u << 15)
static uint32_t table[TABLE];
static uint32_t table_count;
static uint64_t last_state; /* the name of the state that was told last */

static bool is_single(uint64_t carried) { return (carried & READY_SINGLE) == READY_SINGLE; }
static bool is_named(uint64_t carried) { return carried & READY_NAMED && !is_single(carried); }
static unsigned number_of(uint64_t single) { return (unsigned)((single & ~READY_SINGLE) >> 2); }

static uint64_t name_of(const uint64_t *words, unsigned count) {
    uint64_t hash = count;
    for (unsigned i = 0; i < count; i++) {
        hash = signature_mix(hash, words[i]);
    }
    return (hash & ~(READY_SINGLE | 3u)) | READY_NAMED; /* the lowest bits stay free for HEDDLE_SPINS and HEDDLE_ANNOUNCED */
}

/* Tells the server what the name stands for. Returns the number of the entry. */
static uint32_t tell(uint64_t name, unsigned count) {
    struct shared *shared = rt.shared;
    uint32_t at = shared->ready_count;
    if (at + 2 + count > MAX_READY) {
        out_of("words that tell which descriptors are ready", MAX_READY);
    }
    shared->ready[at] = name;
    shared->ready[at + 1] = count;
    shared->ready_count = at + 2 + count;
    return at;
}

/* Where the name has its place, or may have it. */
static uint32_t *place_of(uint64_t name) {
    uint32_t at = (uint32_t)(name >> 2) % TABLE;
    while (table[at] && rt.shared->ready[table[at] - 1] != name) {
        at = (at + 1) % TABLE;
    }
    return &table[at];
}

static const uint64_t *words_of(uint64_t name, unsigned *count) {
    uint32_t place = *place_of(name);
    *count = place ? (unsigned)rt.shared->ready[place] : 0;
    return &rt.shared->ready[place + 1];
}

void ready_add(struct ready_words *words, uint64_t carried) {
    if (is_single(carried)) {
        unsigned number = number_of(carried);
        words->words[number / (2 * WORD_SLOTS)] |= 1ull << number % (2 * WORD_SLOTS);
    } else if (is_named(carried)) {
        unsigned count;
        const uint64_t *of = words_of(carried, &count);
        for (unsigned i = 0; i < count; i++) {
            words->words[i] |= of[i];
        }
    } else {
        words->words[0] |= carried;
    }
}

/* The only bit, which is not in the first word; -1 if there are several. */
static int only_bit(const uint64_t *words, unsigned count) {
    for (unsigned i = 0; i + 1 < count; i++) {
        if (words[i]) {
            return -1;
        }
    }
    uint64_t last = words[count - 1];
    return last & (last - 1) ? -1 : (int)((count - 1) * 2 * WORD_SLOTS) + __builtin_ctzll(last);
}

uint64_t ready_waited(const struct ready_words *waited) {
    unsigned count = WORD_COUNT;
    while (count > 0 && !waited->words[count - 1]) {
        count--;
    }
    if (count <= 1) {
        return waited->words[0];
    }
    int only = only_bit(waited->words, count);
    if (only >= 0) {
        return ready_bit(only / 2, only % 2);
    }
    uint64_t name = name_of(waited->words, count);
    uint32_t *place = place_of(name);
    if (!*place) {
        if (++table_count > TABLE / 4 * 3) {
            out_of("sets of descriptors that are waited for", table_count - 1);
        }
        *place = tell(name, count) + 1;
        memcpy(&rt.shared->ready[*place + 1], waited->words, count * sizeof *waited->words);
    }
    return name;
}

uint64_t ready_state(uint64_t first, const uint64_t *more, int count) {
    while (count > 0 && more[count - 1] == WORD_ALL) {
        count--;
    }
    if (LIKELY(count == 0)) {
        return first;
    }
    uint64_t words[WORD_COUNT] = {first};
    memcpy(words + 1, more, (size_t)count * sizeof *more);
    uint64_t name = name_of(words, (unsigned)count + 1);
    if (name != last_state) {
        uint32_t at = tell(name, (unsigned)count + 1);
        memcpy(&rt.shared->ready[at + 2], words, ((size_t)count + 1) * sizeof *words);
        last_state = name;
    }
    return name;
}

bool ready_meet(uint64_t first, const uint64_t *more, int count, uint64_t waited) {
    if (LIKELY(!(waited & READY_NAMED))) {
        return first & waited;
    }
    if (is_single(waited)) {
        unsigned number = number_of(waited), word = number / (2 * WORD_SLOTS);
        return word > (unsigned)count || more[word - 1] >> number % (2 * WORD_SLOTS) & 1;
    }
    unsigned length;
    const uint64_t *of = words_of(waited, &length);
    bool meets = of[0] & first;
    for (unsigned i = 1; i < length && !meets; i++) {
        meets = of[i] & (i > (unsigned)count ? WORD_ALL : more[i - 1]);
    }
    return meets;
}
