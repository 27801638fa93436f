/* What stores have found passed on by those before them, where loads may find older values (HEDDLE_PLAN_OLDER): a load that overlooks a store
 * takes that over. */
#ifndef HEDDLE_PASSED_H
#define HEDDLE_PASSED_H

#include <stdint.h>

struct clock;

/* Of the store that is executed now, the event with this number; of parts of its memory one after the other. */
void passed_keep(uint32_t store, const struct clock *released);

/* What the stores before this one had passed on. NULL: nothing. */
const struct clock *passed_before(uint32_t store);

#endif
