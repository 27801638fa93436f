/* What stores pass on, where accesses may overlook stores (HEDDLE_PLAN_OLDER): an access takes over what the store passes on that it comes
 * right behind. */
#ifndef HEDDLE_PASSED_H
#define HEDDLE_PASSED_H

#include <stdint.h>

struct clock;

/* Of the store that is executed now, the event with this number: what it has found passed on, and what it passes on itself. Of parts of its
 * memory one after the other. */
void passed_found(uint32_t store, const struct clock *released);
void passed_left(uint32_t store, const struct clock *released);

/* What the stores before this one had passed on, and what it does. NULL: nothing. */
const struct clock *passed_before(uint32_t store);
const struct clock *passed_by(uint32_t store);

#endif
