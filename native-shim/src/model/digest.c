#include "model/digest.h"

#include <string.h>

#define WORDS (sizeof(struct heddle_event) / sizeof(uint64_t))

/* Odd, and without a pattern, so that a change of one word is not made good by one of another. */
static const uint64_t factors[WORDS] = {0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93,
                                        0xA0761D6478BD642F, 0xE7037ED1A0B428DB, 0x8EBC6AF09C88C6E3, 0x589965CC75374CC3};

static uint64_t of_event(const struct heddle_event *event) {
    uint64_t words[WORDS], sum = 0;
    memcpy(words, event, sizeof words);
    for (unsigned i = 0; i < WORDS; i++) {
        uint64_t product = (words[i] + i) * factors[i];
        sum += product ^ product >> 32;
    }
    return sum;
}

uint64_t digest_of(const struct heddle_event *events, uint32_t count) {
    uint64_t digest = 0;
    for (uint32_t i = 0; i < count; i++) {
        digest = (digest ^ of_event(&events[i])) * factors[0];
        digest ^= digest >> 32;
    }
    return digest;
}
