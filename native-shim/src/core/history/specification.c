#include "core/history/specification.h"

#include <string.h>

#include "base/hot.h"
#include "core/history/said.h"
#include "model/ending.h"
#include "model/note.h"
#include "model/runtime.h"
#include "model/shared.h"

#define MOST_SPECIFICATIONS 64u
#define INITIAL_ROOM (1u << 18)
#define BEHIND 64u /* bytes behind a state that have to stay as they are */
#define UNTOUCHED 0x5a

HOT static uint32_t count;
HOT static uint32_t initial_used;
HOT static struct drawn *draws; /* of the function that runs, or NULL */
static struct specification all[MOST_SPECIFICATIONS];
static _Alignas(16) char initial_room[INITIAL_ROOM];
static _Alignas(16) char tried[MOST_STATE_BYTES + BEHIND];

uint32_t specification_count(void) { return count; }
const struct specification *specification_at(uint32_t index) { return &all[index]; }

static void check_new(uint64_t object, size_t size, uint64_t site) {
    for (uint32_t i = 0; i < count; i++) {
        if (all[i].object == object) {
            unmodelled("heddle_specification a second time for the same object", site);
        }
    }
    if (size > MOST_STATE_BYTES) {
        unmodelled("heddle_specification with a state of more than 65536 bytes", site);
    }
    if (rt.fiber_count > 1) {
        unmodelled("heddle_specification after the first pthread_create: name specifications before it", site);
    }
}

void specification_add(const volatile void *object, heddle_specification_fn *allows, const void *initial, size_t size,
                       uint64_t site) {
    check_new((uint64_t)(uintptr_t)object, size, site);
    if (count == MOST_SPECIFICATIONS) {
        out_of("specifications", MOST_SPECIFICATIONS);
    }
    if (size > INITIAL_ROOM - initial_used) {
        out_of("bytes of states of specifications", INITIAL_ROOM);
    }
    char *copy = initial_room + initial_used;
    memcpy(copy, initial, size);
    initial_used += (uint32_t)((size + 15) & ~(size_t)15);
    all[count++] = (struct specification){(uint64_t)(uintptr_t)object, allows, copy, size, site};
    note(HEDDLE_NOTE_SPECIFIED, (uint64_t)(uintptr_t)object, site, "%s", "");
}

static bool call(const struct specification *specification, const void *state, const char *operation, const char *result,
                 struct drawn *drawn) {
    memcpy(tried, state, specification->size);
    memset(tried + specification->size, UNTOUCHED, BEHIND);
    drawn->at = 0;
    draws = drawn;
    rt.shared->judges_from = specification->site;
    rt.shared->judges = JUDGES_HISTORY;
    bool allows = specification->allows(tried, operation, result) != 0;
    rt.shared->judges = NO_JUDGE;
    draws = NULL;
    for (uint32_t i = 0; i < BEHIND; i++) {
        if (tried[specification->size + i] != UNTOUCHED) {
            unmodelled("heddle_specification of a function that writes behind its state", specification->site);
        }
    }
    return allows;
}

bool specification_allows(const struct specification *specification, const void *state, const char *operation, const char *result,
                          struct drawn *drawn, void *next) {
    bool allows = call(specification, state, operation, result, drawn);
    memcpy(next, tried, specification->size);
    bool again = call(specification, state, operation, result, drawn);
    if (again != allows || (allows && memcmp(next, tried, specification->size) != 0)) {
        unmodelled("heddle_specification of a function that answers otherwise when it is called again with the same arguments",
                   specification->site);
    }
    return allows;
}

bool specification_redraw(struct drawn *drawn) {
    while (drawn->count > 0) {
        uint32_t last = drawn->count - 1;
        if (++drawn->value[last] < drawn->alternatives[last]) {
            return true;
        }
        drawn->count--;
    }
    return false;
}

bool specification_runs(void) { return draws != NULL; }

uint32_t specification_choose(uint32_t alternatives) {
    if (draws->at == draws->count) {
        if (draws->count == MOST_DRAWN) {
            unmodelled("heddle_specification of a function that calls heddle_choose more than 16 times", rt.shared->judges_from);
        }
        draws->value[draws->count] = 0;
        draws->alternatives[draws->count++] = alternatives;
    }
    return draws->value[draws->at++];
}
