/* Where mappings lie, and where others have lain: the kernel gives a place again, this runtime does not. */
#ifndef HEDDLE_PLACES_H
#define HEDDLE_PLACES_H

#include <stdbool.h>
#include <stdint.h>

void places_begun(uint64_t start, uint64_t bytes); /* the kernel has chosen where */
void places_ended(uint64_t start, uint64_t bytes);

/* Whether one address is as far within a mapping as the other one was within what had ended before, and has room for it: natively they may
 * be the same. */
bool places_may_be_same(uint64_t one, uint64_t other);

#endif
