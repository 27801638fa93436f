#include "core/policy/priorities.h"

#include "core/candidates.h"
#include "model/runtime.h"
#include "model/shared.h"

static uint64_t (*first_priority)(const struct fiber *fiber);
static uint64_t priorities[MAX_FIBERS];
static uint32_t known;
static uint64_t in_a_row;
static uint64_t lowest; /* of threads that were dropped for going on too long */

void priorities_start(uint64_t (*first)(const struct fiber *fiber)) {
    first_priority = first;
    known = 0;
    in_a_row = 0;
    lowest = UINT64_C(1) << 62;
}

struct fiber *highest_priority_where(bool (*passes)(const struct fiber *fiber)) {
    for (; known < rt.fiber_count; known++) {
        priorities[known] = first_priority(&rt.fibers[known]);
    }
    struct fiber *best = NULL;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if ((!best || priorities[i] > priorities[best->index]) && is_offered(&rt.fibers[i]) && passes(&rt.fibers[i])) {
            best = &rt.fibers[i];
        }
    }
    return best;
}

static bool any(const struct fiber *fiber) {
    (void)fiber;
    return true;
}

struct fiber *highest_priority(void) { return highest_priority_where(any); }

void set_priority(const struct fiber *fiber, uint64_t priority) { priorities[fiber->index] = priority; }

void drop_below_all(const struct fiber *fiber) { priorities[fiber->index] = lowest--; }

uint32_t priorities_known(void) { return known; }

bool is_impatient(const struct fiber *chosen, uint64_t patience) {
    in_a_row = chosen == rt.current ? in_a_row + 1 : 0;
    if (in_a_row <= patience) {
        return false;
    }
    in_a_row = 0;
    return true;
}
