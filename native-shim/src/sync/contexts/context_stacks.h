/* Stacks that the program has made for coroutines. */
#ifndef HEDDLE_CONTEXT_STACKS_H
#define HEDDLE_CONTEXT_STACKS_H

#include <stdbool.h>
#include <stdint.h>

/* One begins to be used; whatever was known of its bytes is forgotten. */
void context_stack_made(uint64_t low, uint64_t size);

/* The running thread goes on with this stack pointer. No event tells of that: what it does not see of itself has changed. */
void context_stack_entered(uint64_t sp);

/* The same where it goes on with its own stack, or with one of which nothing is known. */
void context_stack_left(bool for_own);

#endif
