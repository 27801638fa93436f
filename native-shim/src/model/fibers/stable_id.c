#define _GNU_SOURCE
#include "model/fibers/stable_id.h"

#include <stdbool.h>

#include "model/addresses.h"
#include "model/fibers/fiber_state.h"

/* Stable ids: they depend on the parent and on how many it has created before.
 *
 * - Children of the main thread are 1, 2, …; the first 64 children of one of the first 255 threads have a block of their own.
 * - What the first 4 children of one of the first 8 threads create is a tree of its own, as of programs that divide their work: a thread's
 *   place in it is its path, written with as many zeros and a one for each ancestor as that had children before. Paths of up to 9 digits
 *   have a place: 4 generations of threads that halve their work, and all that Fibonacci's ninth number takes.
 * - Further children of one thread follow each other in what is left, which is taken for a circle; the golden section keeps the starts of
 *   parents apart. If two threads come to the same id, the execution ends with an error. */
#define MAIN_CHILDREN 16384u
#define NESTED_PARENTS 256u
#define NESTED_CHILDREN 64u
#define NESTED_BASE (MAIN_CHILDREN + 1)
#define TREE_PARENTS 8u
#define TREES_OF_PARENT 4u
#define TREE_SIZE 512u
#define TREES_BASE (NESTED_BASE + NESTED_PARENTS * NESTED_CHILDREN)
#define CIRCLE_BASE (TREES_BASE + TREE_PARENTS * TREES_OF_PARENT * TREE_SIZE)
#define CIRCLE (MAX_THREAD_ID - CIRCLE_BASE)
#define GOLDEN_SECTION 0x9e3779b9u /* of 2^32 */

/* The tree that the thread's children belong to, and its own place there: a one, and then its path without the last one, which each path
 * ends with; 0 of the thread that the tree begins with. False where they belong to none. */
static bool tree_of(uint32_t id, uint32_t *tree, uint32_t *place) {
    if (id >= TREES_BASE && id < CIRCLE_BASE) {
        *tree = (id - TREES_BASE) / TREE_SIZE;
        *place = (id - TREES_BASE) % TREE_SIZE;
        return true;
    }
    uint32_t parent = (id - NESTED_BASE) / NESTED_CHILDREN, ordinal = (id - NESTED_BASE) % NESTED_CHILDREN;
    *tree = (parent - 1) * TREES_OF_PARENT + ordinal;
    *place = 0;
    return id >= NESTED_BASE && id < TREES_BASE && parent >= 1 && parent <= TREE_PARENTS && ordinal < TREES_OF_PARENT;
}

static uint32_t stable_id(uint32_t parent, uint32_t ordinal) {
    if (parent == 0 && ordinal < MAIN_CHILDREN) {
        return ordinal + 1;
    }
    if (parent != 0 && parent < NESTED_PARENTS && ordinal < NESTED_CHILDREN) {
        return NESTED_BASE + parent * NESTED_CHILDREN + ordinal;
    }
    uint32_t tree, place;
    if (ordinal < 32 && tree_of(parent, &tree, &place)) {
        uint64_t child = (place ? (uint64_t)place << 1 | 1 : 1) << ordinal;
        if (child < TREE_SIZE) {
            return TREES_BASE + tree * TREE_SIZE + (uint32_t)child;
        }
    }
    uint64_t start = (uint64_t)(parent * GOLDEN_SECTION) * CIRCLE >> 32;
    return CIRCLE_BASE + (uint32_t)((start + ordinal) % CIRCLE);
}

uint32_t stable_id_next(const struct fiber *parent) { return stable_id(parent->id, parent->seen.children); }
