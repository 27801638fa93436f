/* What accesses of memory and fences take over and pass on, in both happens-before relations of race.h. */
#ifndef HEDDLE_MEMORY_ORDER_H
#define HEDDLE_MEMORY_ORDER_H

#include "base/wire.h"
#include "model/fibers/fiber_state.h"

/* A read, a write or an atomic access of memory; looks for races. */
void memory_order_access(struct fiber *fiber, const struct heddle_event *event);

/* An await: what a thread waited with for memory to change is the load that showed the change, or comes before the next attempt. */
void memory_order_await(struct fiber *fiber, const struct heddle_event *event);

void memory_order_fence(struct fiber *fiber, const struct heddle_event *event);

#endif
