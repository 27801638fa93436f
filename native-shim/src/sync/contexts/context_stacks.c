#include "sync/contexts/context_stacks.h"

#include "model/fibers/running_stack.h"
#include "model/runtime.h"

#define MOST_STACKS 1024u /* of more, the oldest are not known: their coroutines' spin loops are unrolled */

static struct fiber_stack stacks[MOST_STACKS];
static uint32_t used, oldest;

static struct fiber_stack *overlapping(uint64_t low, uint64_t size) {
    for (uint32_t i = 0; i < used; i++) {
        if (stacks[i].low < low + size && low < stacks[i].low + stacks[i].size) {
            return &stacks[i];
        }
    }
    return NULL;
}

void context_stack_made(uint64_t low, uint64_t size) {
    struct fiber_stack *stack;
    while ((stack = overlapping(low, size))) {
        *stack = stacks[--used];
    }
    if (used == MOST_STACKS) {
        stacks[oldest++ % MOST_STACKS] = (struct fiber_stack){low, size};
    } else {
        stacks[used++] = (struct fiber_stack){low, size};
    }
}

static struct fiber_stack stack_at(uint64_t address) {
    const struct fiber_stack *stack = overlapping(address, 1);
    return stack ? *stack : (struct fiber_stack){0, 0};
}

void context_stack_entered(uint64_t sp) {
    rt.local_changes++; /* a loop that switches is no spin loop: see await.c */
    if (is_on_stack_of_thread(rt.current, sp)) {
        run_on_stack_of_thread(rt.current);
    } else {
        rt.current->on = stack_at(sp);
    }
}

void context_stack_left(bool for_own) {
    rt.local_changes++;
    if (for_own) {
        run_on_stack_of_thread(rt.current);
    } else {
        rt.current->on = (struct fiber_stack){0, 0};
    }
}
