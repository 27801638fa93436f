/* Random numbers of an execution, all from its plan's seed. */
#ifndef HEDDLE_DRAW_H
#define HEDDLE_DRAW_H

#include <stdint.h>

void draw_start(uint64_t seed);
uint64_t draw_below(uint64_t bound); /* less than the bound, each number equally likely */
uint64_t draw_priority(void);        /* greater than those that are not drawn */

/* A priority that depends on the seed and the number only. */
uint64_t draw_fixed_priority(uint64_t seed, uint64_t number);

#endif
