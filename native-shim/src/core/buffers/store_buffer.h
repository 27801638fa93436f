/* Store buffers. A store of a thread goes into a queue of its own, and from there to memory later; the thread itself sees its stores at once.
 * Under x86-TSO a thread has one queue, which stores leave in order: Owens, Sarkar, Sewell, "A Better x86 Memory Model: x86-TSO" (TPHOLs
 * 2009). Under PSO it has one for each location: The SPARC Architecture Manual, Version 9, section 8.4.4. There a release store waits for all
 * earlier stores of its thread, what follows a release fence for those before the fence (both are a STBAR), and stores that overlap keep
 * their order.
 *
 * All threads are fibers of one kernel thread, so a thread's view of memory is made real: what its buffer holds is in memory while it
 * runs, and taken out when it stops (buffer_hide, buffer_show). So whatever it calls forwards from its own buffer. Each queue has a
 * thread of the runtime's own, its flusher (Abdulla et al., "Stateless Model Checking for TSO and PSO", TACAS 2015), which makes the oldest
 * store permanent. Store and flush are ordered by semaphores that nobody else uses: one is posted when the store goes into the queue, and
 * the flusher waits for it; another one when the store has reached memory. A thread that drains its buffer passes that, and so do flushers
 * whose stores come later. */
#ifndef HEDDLE_STORE_BUFFER_H
#define HEDDLE_STORE_BUFFER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"
#include "model/fibers/fiber_state.h"
#include "race/clocks/clock.h"

/* Where stores go that leave in the order in which they came. */
struct store_queue {
    struct store_queue *next; /* of the thread */
    struct fiber *owner, *flusher;
    bool is_used; /* its thread has stored into it since it drained its buffer last */
    uint64_t address, size; /* under PSO, where it is used: its location */
    uint32_t stored, flushed; /* how many stores ever were */
};

/* A store that its thread has made since it drained its buffer last. */
struct buffered_store {
    struct buffered_store *older;
    struct buffered_store *held_older, *held_newer; /* of those that have not reached memory */
    struct store_queue *queue;
    uint32_t number; /* of its queue, from 1 on */
    uint32_t place, barrier; /* among those of its thread, from 1 on; those up to `barrier` reach memory before it */
    struct heddle_event event; /* the access as the flusher will announce it */
    struct clock *fence; /* what the thread's last release fence before it passes on */
    unsigned char *stored, *before; /* as many bytes as it has: its own, and those that it covers while its thread runs */
};

struct store_buffer {
    struct store_queue *queues;
    struct buffered_store *newest; /* since it was drained last */
    struct buffered_store *held_oldest, *held_newest; /* of those that have not reached memory */
    uint32_t stored, flushed; /* how many stores ever were */
    bool grows; /* a flusher is being made */
    uint32_t fence; /* `stored` at the thread's last release fence */
};

/* Which of the two semaphores of a store. */
enum buffer_step { BUFFER_STORED, BUFFER_FLUSHED };

struct store_buffer *buffer_of(const struct fiber *fiber);

/* The thread has stores that it has not waited for, whether or not they have reached memory: its own past alone decides. */
bool buffer_is_undrained(const struct fiber *fiber);

/* One of them touches these bytes. */
bool buffer_overlaps(const struct fiber *fiber, uint64_t address, uint64_t size);

/* Those bytes that one of them touches which is not in memory yet, a bit for each, up to the 64th: a load of them is forwarded. */
uint64_t buffer_forwards(const struct fiber *fiber, uint64_t address, uint64_t size);

/* The queue of the running thread that this access goes into. It has no flusher yet where it is new. */
struct store_queue *buffer_queue(const struct heddle_event *access);

/* The semaphore of this store, of those that the flusher has ever had, from 1 on. */
uint64_t buffer_name(const struct fiber *flusher, uint32_t number, enum buffer_step step);

/* Whether the semaphore is one of a buffer. */
bool buffer_is_name(uint64_t object);

/* The running thread is about to make this access, which is the newest of the queue from here on. */
void buffer_add(struct store_queue *queue, const struct heddle_event *access);

/* The oldest store of the queue that has not reached memory; NULL: all have. */
struct buffered_store *buffer_next(const struct store_queue *queue);

/* The newest store of this other queue that reaches memory before this one does; NULL: any may come later. */
const struct buffered_store *buffer_predecessor(const struct buffered_store *store, const struct store_queue *queue);

/* It reaches memory; its thread does not run. */
void buffer_flush(struct buffered_store *store);

/* The running thread has made a release fence. */
void buffer_fence(void);

/* All stores have reached memory, and the thread has waited for that. */
void buffer_drained(struct fiber *fiber);

/* The thread stops running: memory is what all others see. It goes on: memory is what it sees. */
void buffer_hide(struct fiber *fiber);
void buffer_show(struct fiber *fiber);

#endif
