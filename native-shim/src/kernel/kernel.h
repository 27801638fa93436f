/* What the kernel keeps for the process and threads can wait for: descriptors that may block, and pending signals. */
#ifndef HEDDLE_KERNEL_H
#define HEDDLE_KERNEL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/wire.h"

struct fiber;
struct heddle_event;

/* Bits of the readiness word. Every descriptor that may block has two, as has every set of signals that a thread waits for. */
#define KERNEL_NEVER (1ull << 62)
#define KERNEL_READABLE(slot) (1ull << 2 * (slot))
#define KERNEL_WRITABLE(slot) (2ull << 2 * (slot))

/* The slot of a descriptor that may block; -1 if the descriptor never does, or is none. The first time, a visible operation. One that
 * has been closed keeps its slot and is ready: whether another thread closes it before or after the call is a matter of events. */
int kernel_slot(int descriptor, uint64_t site);

/* A new descriptor, in the event that made it. */
void kernel_adopt(int descriptor);

/* The descriptor in the slot will be closed now, in this event. */
void kernel_closing(int slot);

/* The flags of the descriptor in the slot, or those with which it was closed. */
int kernel_flags(int slot);

/* The socket in the slot has been connected, or listens: others than this process may now be at its other end. */
void kernel_connected(int slot, bool listens);

/* The bit that tells whether a signal of the set is pending for the thread; `runs`: one that the thread does not block and
 * that has a handler. The first time, a visible operation. */
uint64_t kernel_signals(const struct fiber *fiber, uint64_t set, bool runs, uint64_t site);

/* The bit that tells whether a timer may expire at any moment, or that none is armed which expires before the time that the thread's
 * time passes to. The first time, a visible operation. */
struct timer;
uint64_t kernel_timer(const struct timer *timer, uint64_t site);
uint64_t kernel_time(const struct fiber *fiber, uint64_t site);

/* A visible operation that is enabled when one of the bits is set, or if `bits` is 0. To be followed by what it really does,
 * and by kernel_settle. */
const struct heddle_event *kernel_point(enum heddle_op kind, uint64_t bits, uint64_t deadline, uint64_t site);

/* Whether one of the bits is set. */
bool kernel_is_ready(uint64_t bits);

/* Records what has been done since the last such operation, to which it is put down. Leaves errno alone. */
void kernel_settle(void);

/* There is another process now that has the same descriptors: it may make them ready, too. */
void kernel_share(void);

/* Once, in the zygote: which descriptors come from outside. */
void kernel_prepare(void);

/* For when nobody is enabled: waits, in real time, for what other processes may do for threads that wait for it. Whether
 * anything has changed. */
bool kernel_wait_outside(void);

#endif
