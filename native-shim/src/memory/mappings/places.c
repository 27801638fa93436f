#include "memory/mappings/places.h"

enum { MOST = 64 };

/* Of each kind the last ones; `at` counts both, so that it tells which was earlier. */
struct places {
    struct {
        uint64_t start, bytes, at;
    } last[MOST];
    uint64_t count;
};
static struct places begun, ended;

static void add(struct places *to, uint64_t start, uint64_t bytes) {
    uint32_t at = to->count++ % MOST;
    to->last[at].start = start;
    to->last[at].bytes = bytes;
    to->last[at].at = begun.count + ended.count;
}

void places_begun(uint64_t start, uint64_t bytes) {
    if (ended.count > 0) { /* else it is like none */
        add(&begun, start, bytes);
    }
}

void places_ended(uint64_t start, uint64_t bytes) { add(&ended, start, bytes); }

static uint32_t kept(const struct places *places) { return places->count < MOST ? (uint32_t)places->count : MOST; }

static bool is_as(uint64_t one, uint64_t other) {
    for (uint32_t i = 0; i < kept(&begun); i++) {
        uint64_t offset = one - begun.last[i].start;
        for (uint32_t k = 0; offset < begun.last[i].bytes && k < kept(&ended); k++) {
            if (other - ended.last[k].start == offset && begun.last[i].bytes <= ended.last[k].bytes &&
                ended.last[k].at < begun.last[i].at) {
                return true;
            }
        }
    }
    return false;
}

bool places_may_be_same(uint64_t one, uint64_t other) { return begun.count > 0 && (is_as(one, other) || is_as(other, one)); }
