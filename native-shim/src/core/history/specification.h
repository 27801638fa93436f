/* Specifications: sequential objects that the test's author names, each as a function from a state and an operation to whether it may have
 * this result, and to the state that comes next; see heddle_specification() in heddle.h.
 *
 * The function is the program's. It runs when the process is about to end, or no thread can go on: nothing is scheduled any more, and what it
 * touches is told to nobody. What it draws by heddle_choose() is tried in all ways. */
#ifndef HEDDLE_SPECIFICATION_H
#define HEDDLE_SPECIFICATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "heddle_abi.h"

#define MOST_STATE_BYTES 65536u
#define MOST_DRAWN 16u

struct specification {
    uint64_t object;
    heddle_specification_fn *allows;
    const void *initial; /* a copy */
    size_t size;
    uint64_t site; /* where it was named */
};

/* `object` may be NULL: that of all calls without one. */
void specification_add(const volatile void *object, heddle_specification_fn *allows, const void *initial, size_t size,
                       uint64_t site);
uint32_t specification_count(void);
const struct specification *specification_at(uint32_t index);

/* What the function has drawn, and out of how many, in its order. All zero at first. */
struct drawn {
    uint32_t count;
    uint32_t at; /* how many of them the running call has drawn */
    uint32_t value[MOST_DRAWN], alternatives[MOST_DRAWN];
};

/* Whether the operation may give the result in this state, with what is drawn; then `next` is the state that comes. `result`: NULL if any
 * will do. */
bool specification_allows(const struct specification *specification, const void *state, const char *operation, const char *result,
                          struct drawn *drawn, void *next);

/* Goes on to the next way to draw; false: there is none. */
bool specification_redraw(struct drawn *drawn);

/* heddle_choose() of a function that runs. */
bool specification_runs(void);
uint32_t specification_choose(uint32_t alternatives);

#endif
