/* A priority for each thread; the highest that may go next does. */
#ifndef HEDDLE_PRIORITIES_H
#define HEDDLE_PRIORITIES_H

#include <stdbool.h>
#include <stdint.h>

#include "model/fibers/fiber_state.h"

/* What a thread gets when it is first asked for. To be called before anything else here. */
void priorities_start(uint64_t (*first)(const struct fiber *fiber));

struct fiber *highest_priority(void); /* NULL if nobody may go next */

/* Of those that the function passes; NULL if there is none. */
struct fiber *highest_priority_where(bool (*passes)(const struct fiber *fiber));
void set_priority(const struct fiber *fiber, uint64_t priority);
void drop_below_all(const struct fiber *fiber); /* below all that were drawn, and all that were dropped before */
uint32_t priorities_known(void);                /* how many threads have one, in order of creation */

/* For a thread that is chosen. Whether it has been chosen more often in a row than this. */
bool is_impatient(const struct fiber *chosen, uint64_t patience);

#endif
