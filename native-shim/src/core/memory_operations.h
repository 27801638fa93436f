#ifndef HEDDLE_MEMORY_OPERATIONS_H
#define HEDDLE_MEMORY_OPERATIONS_H

#include "model/fibers/fiber_state.h"

/* Completes fiber->unsettled: the thread has done what it announced. */
void memory_settle(struct fiber *fiber);

#endif
