/* What an execution tells for a report besides its trace: where its threads were, call by call, when they did what the report
 * shows, and what they read and wrote. Only an execution whose plan asks for it spends time on this. */
#ifndef HEDDLE_DESCRIBE_H
#define HEDDLE_DESCRIBE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"
#include "model/fibers/fiber_state.h"
#include "model/plan.h"

void describe_start(const struct plan_view *plan); /* sets rt.asked.describes */

/* The running thread announces an operation; and then it has become the event of this number. */
void describe_operation(const struct fiber *fiber, uint64_t site);
void describe_event(const struct fiber *fiber, uint32_t step);

/* A plain access that is no event, before it is done. */
void describe_access(const struct fiber *fiber, uint64_t address, uint64_t size, uint64_t site, bool writes);

/* A block of the heap is handed out, or freed. Tells it where the block or what surrounds it is described memory. */
void describe_block(enum heddle_stack_kind kind, uint64_t address, uint64_t size, uint64_t site);

#endif
