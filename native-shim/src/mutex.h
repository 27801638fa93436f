/* What condition variables need of mutexes. */
#ifndef HEDDLE_MUTEX_H
#define HEDDLE_MUTEX_H

#include <stdbool.h>
#include <stdint.h>

struct fiber;

bool mutex_is_free(uint64_t address);
bool mutex_held_by(const struct fiber *fiber, uint64_t address);
void mutex_take(struct fiber *fiber, uint64_t address, uint32_t depth);
uint32_t mutex_drop(struct fiber *fiber, uint64_t address); /* returns the depth it had */

#endif
