#include "core/loops/round_word.h"

#include "core/virtual_time.h"
#include "model/runtime.h"

#define AROUND 100000ull /* seconds from the present, either way */
#define LOW 0xffffffffull

static const uint64_t units[] = {1, 1000, 1000000, 1000000000}; /* of a second */

/* From the present on, if the word is a time around it; else as it is. */
static uint64_t from_present(uint64_t word, uint64_t start, uint64_t unit) {
    uint64_t now = start * unit + rt.current->time.now / (SECOND / unit);
    uint64_t from = word - now;
    return from + AROUND * unit <= 2 * AROUND * unit ? from : word;
}

/* Two numbers of 32 bits may share a word: seconds only. */
static uint64_t half(uint64_t number) {
    uint64_t wall = from_present(number, WALL_CLOCK_START, 1);
    return (wall != number ? wall : from_present(number, OTHER_CLOCKS_START, 1)) & LOW;
}

uint64_t round_word_of_far_time(uint64_t word) {
    for (unsigned i = 0; i < sizeof units / sizeof *units; i++) {
        uint64_t wall = from_present(word, WALL_CLOCK_START, units[i]);
        uint64_t from = wall != word ? wall : from_present(word, OTHER_CLOCKS_START, units[i]);
        if (from != word) {
            return from;
        }
    }
    return half(word >> 32) << 32 | half(word & LOW);
}
