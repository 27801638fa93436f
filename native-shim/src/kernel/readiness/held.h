/* What calls wait for stays there until they return, as in the kernel: who closes the number meanwhile, or puts something else behind it,
 * neither wakes such a call nor changes what it waits for. A call holds a copy of the descriptor, and waits for that. It is an operation
 * to take one, and done only for numbers that one thread closes while another may wait for them. */
#ifndef HEDDLE_HELD_H
#define HEDDLE_HELD_H

#include <stdbool.h>
#include <stdint.h>

struct held {
    int number, slot; /* those of the program's */
    int copy, copy_slot; /* those that the call is to use, which are the same unless it holds a copy */
};

/* Of a call that does not wait, or need hold nothing. */
static inline struct held held_nothing(int number, int slot) {
    return (struct held){.number = number, .slot = slot, .copy = number, .copy_slot = slot};
}

enum held_for { HELD_TO_BLOCK, HELD_TO_POLL }; /* not with O_NONBLOCK; in any case */

/* A call is about to wait for what is behind the number, which may block and has this slot. */
struct held held_begin(int number, int slot, enum held_for waits, uint64_t site);

/* The call returns. Leaves errno alone. */
void held_end(const struct held *held, uint64_t site);

/* The number of the slot is being closed, or something else put behind it, in this event: which tells so where calls hold what was behind it. */
void held_closing(int slot);

/* What calls of the running thread hold that will not return: it ends, or is cancelled. */
void held_abandon(uint64_t site);

/* A call that waits for several; what is more than there is room for is not held. */
#define HELD_MOST 64u
struct held_several {
    uint32_t count;
    struct held of[HELD_MOST]; /* only those that are held */
};

/* One more of them. What the call is to use. */
struct held held_add(struct held_several *several, int number, int slot, uint64_t site);
void held_end_all(const struct held_several *several, uint64_t site);

#endif
