#include "core/policy/draw.h"

static uint64_t state;

void draw_start(uint64_t seed) { state = seed; }

/* SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t draw(void) {
    uint64_t z = state += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

uint64_t draw_below(uint64_t bound) { return (uint64_t)((unsigned __int128)draw() * bound >> 64); }

uint64_t draw_priority(void) { return draw() | UINT64_C(1) << 63; }

uint64_t draw_fixed_priority(uint64_t seed, uint64_t number) {
    uint64_t saved = state;
    state = seed ^ number;
    draw();
    uint64_t priority = draw_priority();
    state = saved;
    return priority;
}
