/* What a thread that waits for good had looked at before it waited: the condition of its loop, which tells a report why it waits. Only an
 * execution whose plan asks for call stacks spends time on this. */
#ifndef HEDDLE_AWAITED_H
#define HEDDLE_AWAITED_H

#include <stdint.h>

#include "base/wire.h"
#include "model/fibers/fiber_state.h"

/* The thread reads memory, other than its own stack. */
void awaited_read(const struct fiber *fiber, uint64_t address, uint64_t size, uint64_t site);

/* Its operation has become an event: one that takes a lock begins a new round of its loop. */
void awaited_event(const struct fiber *fiber, const struct heddle_event *event);

/* The execution ends: tells of all threads that wait on condition variables, with the values of now and who wrote them last. */
void awaited_tell(void);

#endif
