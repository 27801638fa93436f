#define _GNU_SOURCE
#include "model/fibers/stable_id.h"

#include "model/addresses.h"
#include "model/fibers/fiber_state.h"

/* Stable ids: they depend on the parent and on how many it has created before. Children of the main thread are 1, 2, …; the first 64
 * children of one of the first 255 threads have a block of their own. Further children of one thread follow each other in what is
 * left, which is taken for a circle; the golden section keeps the starts of parents apart. If two threads come to the same id, the
 * execution ends with an error. */
#define MAIN_CHILDREN 20479u
#define NESTED_PARENTS 256u
#define NESTED_CHILDREN 64u
#define NESTED_BASE (MAIN_CHILDREN + 1)
#define CIRCLE_BASE (NESTED_BASE + NESTED_PARENTS * NESTED_CHILDREN)
#define CIRCLE (MAX_THREAD_ID - CIRCLE_BASE)
#define GOLDEN_SECTION 0x9e3779b9u /* of 2^32 */

static uint32_t stable_id(uint32_t parent, uint32_t ordinal) {
    if (parent == 0 && ordinal < MAIN_CHILDREN) {
        return ordinal + 1;
    }
    if (parent != 0 && parent < NESTED_PARENTS && ordinal < NESTED_CHILDREN) {
        return NESTED_BASE + parent * NESTED_CHILDREN + ordinal;
    }
    uint64_t start = (uint64_t)(parent * GOLDEN_SECTION) * CIRCLE >> 32;
    return CIRCLE_BASE + (uint32_t)((start + ordinal) % CIRCLE);
}

uint32_t stable_id_next(const struct fiber *parent) { return stable_id(parent->id, parent->seen.children); }
