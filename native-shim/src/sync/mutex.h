/* What condition variables need of mutexes. */
#ifndef HEDDLE_MUTEX_H
#define HEDDLE_MUTEX_H

#include <stdbool.h>
#include <stdint.h>

struct fiber;

bool mutex_is_free(uint64_t address);
bool mutex_held_by(const struct fiber *fiber, uint64_t address);
int mutex_take(struct fiber *fiber, uint64_t address, uint32_t depth); /* 0, EOWNERDEAD, or ENOTRECOVERABLE: not taken */
uint32_t mutex_drop(uint64_t address); /* returns the depth it had */
bool mutex_checks_owner(uint64_t address); /* whether its kind tells who may unlock it */
void mutex_abandon_all(struct fiber *fiber); /* the fiber ends: its robust mutexes have lost their owner */

#endif
