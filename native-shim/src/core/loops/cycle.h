/* Cycles: an execution comes back to a state that it has been in, so that the events between can go on for ever. */
#ifndef HEDDLE_CYCLE_H
#define HEDDLE_CYCLE_H

#include "base/wire.h"
#include "model/fibers/fiber_state.h"
#include "model/plan.h"

void cycle_start(const struct plan_view *plan);

/* While rt.seeks_cycles, before an event: the thread that would have to go next to go round once more; NULL: it does not matter. Makes
 * a note of a cycle once it has been gone round three times. */
struct fiber *cycle_next(void);

#endif
