/* Signals that threads of the program send to each other. All threads run on one kernel thread, so which signals are pending
 * and blocked is kept here for each; whoever runs has its mask set in the kernel, for signals that come from elsewhere.
 *
 * A signal that the target blocks stays pending until it is unblocked or waited for. One with a handler is handled where the
 * target next makes a call that waits for the kernel (read, poll, sigwait, …), which it interrupts, unblocks it, or comes to another
 * visible operation. One without handler does what the kernel does. */
#ifndef HEDDLE_SIGNAL_PENDING_H
#define HEDDLE_SIGNAL_PENDING_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct fiber;

#define SIGNAL_BIT(number) (1ull << ((number) - 1))

/* What the processor, abort and the kernel's filters raise. */
#define SIGNALS_OF_FAULTS                                                                                       \
    (SIGNAL_BIT(SIGSEGV) | SIGNAL_BIT(SIGBUS) | SIGNAL_BIT(SIGFPE) | SIGNAL_BIT(SIGILL) | SIGNAL_BIT(SIGABRT) | \
     SIGNAL_BIT(SIGTRAP) | SIGNAL_BIT(SIGSYS))

/* What is pending for the process, for whichever of its threads takes it. */
uint64_t *signals_of_process(uint32_t process);

uint64_t signals_word_of(const sigset_t *set);
sigset_t signals_set_of(uint64_t word);

/* The signals of the set that are pending for the thread, as bits. `runs`: those that run handlers, and unless the set is SIGNALS_ALONE
 * (slots.h), a cancellation. */
uint64_t signals_pending(const struct fiber *fiber, uint64_t set, bool runs);

uint64_t signals_blocked_by_kernel(void);
void signals_use_masks(
    void); /* from now on threads may block different signals; until then all block what the process was started with */

uint64_t signals_interrupt(uint64_t site); /* the bit that interrupts calls of the current thread; 0: nothing does */

/* The same for waits for locks: only handlers interrupt them, and they go on then; and the cancellation of a thread that can be cancelled
 * anywhere. */
uint64_t signals_interrupt_lock(uint64_t site);

void signals_check_undelivered(void); /* before a deadlock is reported */

#endif
