/* Stores that go through store buffers, under x86-TSO: see core/buffers/store_buffer.h. */
#ifndef HEDDLE_BUFFERED_STORE_H
#define HEDDLE_BUFFERED_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/wire.h"
#include "model/fibers/fiber_state.h"

/* Where rt.asked.buffers: announces a store that the program is about to make, as one that goes into the running thread's buffer. False if it does not: then it
 * reaches memory at once, as without store buffers. `access` has its bytes, its order, its site, and its value if that is known. */
bool buffered_store(const struct heddle_event *access);

/* Where rt.asked.buffers: the running thread has made a fence of this order. */
void buffered_store_fence(int order);

/* The memory is about to end, or to be mapped anew: what the running thread's buffer holds of it reaches it before. */
void buffered_store_end(uint64_t address, uint64_t size, uint64_t site);

/* Once, in the zygote: how threads of the runtime's own are made. */
typedef struct fiber *make_flusher_fn(void *(*start)(void *), void *argument, const char *name, uint64_t site);
void buffered_store_prepare(make_flusher_fn *maker);

#endif
