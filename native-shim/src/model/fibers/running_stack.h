/* The stack that a thread runs on now: its own, or that of a coroutine. */
#ifndef HEDDLE_RUNNING_STACK_H
#define HEDDLE_RUNNING_STACK_H

#include <stdbool.h>
#include <stdint.h>

#include "model/addresses.h"
#include "model/fibers/fiber_state.h"

/* Whether the address is on that stack. What the thread has left behind on another one is memory as any other. */
static inline bool is_on_running_stack(const struct fiber *fiber, uint64_t address) {
    return address - fiber->on.low < fiber->on.size;
}

/* Where it ends; 0: that is not known. */
static inline uint64_t running_stack_top(const struct fiber *fiber) { return fiber->on.low + fiber->on.size; }

/* Whether the address is in the room of the thread's own stack. */
static inline bool is_on_stack_of_thread(const struct fiber *fiber, uint64_t address) {
    return address - fiber_slot(fiber->stack) < FIBER_STACK_TOP;
}

/* It runs on its own stack from now on. */
static inline void run_on_stack_of_thread(struct fiber *fiber) {
    fiber->on = (struct fiber_stack){.low = fiber_slot(fiber->stack), .size = FIBER_STACK_TOP};
}

#endif
