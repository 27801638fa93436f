/* Store buffers, after Owens, Sarkar, Sewell, "A Better x86 Memory Model: x86-TSO" (TPHOLs 2009): a store of a thread goes into a queue of its
 * own, and from there to memory later, in order; the thread itself sees its stores at once.
 *
 * All threads are fibers of one kernel thread, so a thread's view of memory is made real: what its buffer holds is in memory while it
 * runs, and taken out when it stops (buffer_hide, buffer_show). So whatever it calls forwards from its own buffer. Each buffer has a
 * thread of the runtime's own, its flusher (Abdulla et al., "Stateless Model Checking for TSO and PSO", TACAS 2015), which makes the oldest
 * store permanent. Store and flush are ordered by semaphores that nobody else uses: one is posted when the store goes into the buffer, and
 * the flusher waits for it; another one when the store has reached memory, and a thread that drains its buffer waits for that. */
#ifndef HEDDLE_STORE_BUFFER_H
#define HEDDLE_STORE_BUFFER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"
#include "model/fibers/fiber_state.h"
#include "race/clocks/clock.h"

/* A store that its thread has made since it drained its buffer last. */
struct buffered_store {
    struct buffered_store *older, *newer;
    struct heddle_event event; /* the access as the flusher will announce it */
    struct clock *fence; /* what the thread's last release fence before it passes on */
    bool is_flushed; /* it has reached memory */
    unsigned char *stored, *before; /* as many bytes as it has: its own, and those that it covers while its thread runs */
};

struct store_buffer {
    struct fiber *flusher; /* NULL: its thread has not stored yet */
    struct buffered_store *oldest, *newest; /* since it was drained last */
    uint32_t stored, flushed; /* how many stores ever were */
};

/* Which of the two semaphores of a store. */
enum buffer_step { BUFFER_STORED, BUFFER_FLUSHED };

struct store_buffer *buffer_of(const struct fiber *fiber);

/* The thread has stores that it has not waited for, whether or not they have reached memory: its own past alone decides. */
bool buffer_is_undrained(const struct fiber *fiber);

/* One of them touches these bytes. */
bool buffer_overlaps(const struct fiber *fiber, uint64_t address, uint64_t size);

/* One of them does, and is not in memory yet: a load of them is forwarded. */
bool buffer_forwards(const struct fiber *fiber, uint64_t address, uint64_t size);

/* The semaphore of this store, of those that the flusher's thread has ever made, from 1 on. */
uint64_t buffer_name(const struct fiber *flusher, uint32_t number, enum buffer_step step);

/* Whether the semaphore is one of a buffer. */
bool buffer_is_name(uint64_t object);

/* The running thread is about to make this access, which is the newest of its buffer from here on. */
struct buffered_store *buffer_add(struct fiber *fiber, const struct heddle_event *access);

/* The oldest store that is not in memory yet reaches it; its thread does not run. */
void buffer_flush(struct fiber *fiber);
struct buffered_store *buffer_next(const struct fiber *fiber);

/* All stores have reached memory, and the thread has waited for that. */
void buffer_drained(struct fiber *fiber);

/* The thread stops running: memory is what all others see. It goes on: memory is what it sees. */
void buffer_hide(struct fiber *fiber);
void buffer_show(struct fiber *fiber);

#endif
