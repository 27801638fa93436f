/* Operations on what the kernel keeps for the process: descriptors that may block, signals, timers. They have one object, whose value is
 * the word of readiness. */
#ifndef HEDDLE_KERNEL_H
#define HEDDLE_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"
#include "kernel/readiness/readiness.h"

struct fiber;
struct heddle_event;

void kernel_prepare(void); /* once, in the zygote */

/* The slot of a descriptor that may block; -1 if the descriptor never does, or is none. The first time, a visible operation. One that
 * has been closed keeps its slot and is ready: whether another thread closes it before or after the call is a matter of events. */
int kernel_slot(int descriptor, uint64_t site);

/* The bit that tells whether a signal of the set is pending for the thread; `runs`: one that the thread does not block and
 * that has a handler. The first time, a visible operation. */
uint64_t kernel_signals(const struct fiber *fiber, uint64_t set, bool runs, uint64_t site);

/* The bits that tell whether the descriptor in the slot is readable for the current thread; one that shows signals shows each thread its
 * own. The first time such a one is asked about, a visible operation. */
uint64_t kernel_readable(int slot, uint64_t site);

/* The bit that tells whether a timer may expire at any moment, or that none is armed which expires before the time that the thread's
 * time passes to. The first time, a visible operation. */
struct timer;
uint64_t kernel_timer(const struct timer *timer, uint64_t site);
uint64_t kernel_time(const struct fiber *fiber, uint64_t site);

/* The bit that tells whether a request for asynchronous input or output has been carried out. The first time, a visible operation. */
struct request;
uint64_t kernel_request(const struct request *request, uint64_t site);

/* The bit that tells whether a child process of the current thread's has ended, and has not been waited for: as processes_child_ended has
 * it. The first time, a visible operation. */
uint64_t kernel_child(uint32_t which, uint64_t site);

/* A visible operation that is enabled when one of the bits is set, or if `bits` is 0. To be followed by what it really does,
 * and by kernel_settle. */
const struct heddle_event *kernel_point(enum heddle_op kind, uint64_t bits, uint64_t deadline, uint64_t site);

/* The number of a descriptor is used, which others may close or put something else behind: an operation that orders nothing in C11's sense.
 * To be followed by kernel_settle. */
void kernel_number_used(uint64_t site);

/* The bits that a call needs one of. */
struct needed {
    uint64_t bits; /* 0: none */
    bool waits; /* for them; else it is made at once, and finds nothing where there is none */
};

/* The same for a call on the descriptor in the slot. `kind`: CHANNEL_CHANGE, CHANNEL_READ or CHANNEL_WRITE where it has to do with the channel
 * of the slot alone, if that has one. Whether it is on the channel alone. */
bool kernel_slot_point(enum heddle_op kind, int slot, struct needed needed, uint64_t site);

/* After a call that was made at once; whether it has found something. Where that was not to be expected, it is no look (looks.h). */
void kernel_tried(bool found);

/* What a call asks about that waits for one of several descriptors. */
#define POLLED_SLOTS 64u
struct polled {
    struct needed needed;
    int slots[POLLED_SLOTS]; /* all that it asks about; more than those are an operation on the kernel as a whole */
    uint32_t count;
};

/* The same for such a call. Whether its time is up. */
bool kernel_poll_point(const struct polled *polled, uint64_t deadline, uint64_t site);

/* The same for a wait for child processes: SIGNAL_WAIT. */
void kernel_wait_for_children(uint64_t bits, uint64_t site);

/* Whether one of the bits is set. */
bool kernel_is_ready(uint64_t bits);

/* The bit that tells whether the descriptor in the slot is writable. */
uint64_t kernel_writable(int slot);

/* All bits of the two; 0: none. */
uint64_t kernel_either(uint64_t bits, uint64_t others);

/* Records what has been done since the last such operation, to which it is put down. Leaves errno alone. */
void kernel_settle(void);

/* The running process, one of those of the execution, is about to make the one of this number, which has the same descriptors; or is about to
 * end, which closes those from `from` on. An operation, where there are any that threads may wait for. */
void kernel_forks(uint32_t process, uint64_t site);
void kernel_ends(int from, uint64_t site);

/* Records which signal's handler the last operation runs, or that its thread ends there (HEDDLE_CANCELLED), for reports. */
void kernel_told(int what);

/* Records, for reports, which number the last operation uses to wait for what is behind it, or, negative, takes from those that do. */
void kernel_number_told(int number);

/* Starts the peers, unless they have been. Whether anything is ready by then that was not. The last such operation is what has made this
 * possible: the program listens, or waits. */
bool kernel_peers_come(void);

#endif
