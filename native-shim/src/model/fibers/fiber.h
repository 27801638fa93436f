/* The threads of the program. */
#ifndef HEDDLE_FIBER_H
#define HEDDLE_FIBER_H

#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>

#include "model/fibers/fiber_state.h"

void fiber_reserve(void (*entry)(void)); /* once, in the zygote: what a new thread runs */
bool fiber_is_guard(uint64_t address); /* the lowest bytes of a stack, which nobody may access */
void fiber_guard_pool(void); /* runner only: makes the guards of many threads, for all executions to come */
bool fiber_pool_grow(uint32_t want); /* zygote only: at least `want` parked threads */
uint32_t fiber_pool_size(void);
void fiber_parked_stack(uint32_t number, uint64_t *start, uint64_t *end); /* of a parked thread; empty for the main thread */
/* The thread that has its static thread-local variables at this address; NULL: none, or that of main. */
const struct fiber *fiber_with_variable(uint64_t address);
void *fiber_base_buffer(const struct fiber *fiber); /* the cleanup buffer that libc itself registered for its TCB */
struct fiber *fiber_create(uint32_t id, struct fiber *parent, uint32_t ordinal, size_t stack_size);
void fiber_switch(struct fiber *to);

/* Called in the process of a fiber that is about to run in place of another one; NULL: nothing is to be done then. */
extern void (*fiber_takes_over)(const struct fiber *fiber);

/* Runs fiber 0 on its own stack. Returns where somebody goes back to `*caller`, which is set before. */
void fiber_start_main(struct fiber *main_fiber, void **caller);
_Noreturn void fiber_leave(void *caller);

/* The running fiber stops, and whoever started it goes on at `caller`. Returns each time that somebody goes back to `*paused`. */
void fiber_pause(void *caller, void **paused);
void fiber_resume(void *paused, void **caller); /* as fiber_start_main; rt.current is the fiber that was paused */

/* Runner only: the guards of all threads that there are, anew. */
void fiber_guard_again(void);

struct fiber *fiber_by_id(uint32_t id); /* NULL if there is none */

#endif
