/* Signals that threads of the program send to each other. All threads run on one kernel thread, so which signals are pending
 * and blocked is kept here for each; whoever runs has its mask set in the kernel, for signals that come from elsewhere.
 *
 * A signal that the target blocks stays pending until it is unblocked or waited for. One with a handler is handled where the
 * target next makes a call that waits for the kernel (read, poll, sigwait, …), which it interrupts, unblocks it, or comes to another
 * visible operation. One without handler does what the kernel does. */
#ifndef HEDDLE_SIGNALS_H
#define HEDDLE_SIGNALS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"

struct fiber;
struct heddle_event;

/* Once, in the zygote: whether the program can send signals to its threads. */
void signals_prepare(void);

/* ---- for calls that wait ---- */
enum interruption {
    NOT_INTERRUPTED,
    RESTARTED,  /* by handlers with SA_RESTART: calls that can be restarted go on, others end with EINTR (signal(7)) */
    INTERRUPTED /* every call ends with EINTR */
};
enum interruption signals_run(void); /* runs the handlers of what is pending for the current thread, ends it if it is cancelled */
void signals_before_call(uint64_t site); /* a signal may still come before a call that it could interrupt has begun */
uint64_t signals_before_masked_call(const sigset_t *mask, uint64_t site); /* the same, and signals_exchange */
enum interruption signals_in_sleep(uint64_t site); /* or while it only lets time pass */
enum interruption signals_handle(
    uint64_t site); /* a visible operation: runs what is pending for the current thread, as signals_run does */
uint64_t signals_interrupt(uint64_t site); /* the bit that interrupts calls of the current thread; 0: nothing does */
enum interruption signals_handle_only(uint64_t site); /* a visible operation: runs handlers, without cancellation */

/* The same two for waits for locks: only handlers interrupt them, and they go on then; and the cancellation of a thread that can be
 * cancelled anywhere. The second returns true. */
uint64_t signals_interrupt_lock(uint64_t site);
bool signals_handle_in_lock(uint64_t site);
uint64_t signals_exchange(const sigset_t *set); /* what the current thread blocks becomes the set, if there is one; what it was */
void signals_restore(uint64_t before);

/* ---- for threads that compute: a handler may run before any of their visible operations ---- */
void signals_before_thread(uint64_t site); /* a thread is about to be created; the first time, a visible operation */
void signals_look_prepare(void); /* once, in the zygote */
enum interruption signals_look(const struct heddle_event *operation); /* that is about to be announced; visible: runs handlers */
void signals_before_end(uint64_t site); /* the current thread is about to end; visible: the last moment for its handlers */
void signals_cancellation_point(uint64_t site); /* visible: ends the thread if it has been cancelled */
bool signals_look_for_cancellation(
    uint64_t site); /* visible: whether the thread is to end here, for it can be cancelled anywhere */

/* ---- for the interpreter ---- */
void signals_check_undelivered(void); /* before a deadlock is reported */
uint64_t signals_pending(const struct fiber *fiber, uint64_t set,
                         bool runs); /* the signals of the set, as bits; `runs`: those that run
    handlers, and unless the set is SIGNALS_ALONE, a cancellation */
#define SIGNALS_ALONE (~0ull)

/* ---- among the files of the family ---- */
#define SIGNAL_BIT(number) (1ull << ((number) - 1))

extern uint64_t signals_of_process; /* pending, for whichever thread takes them */

uint64_t signals_word_of(const sigset_t *set);
sigset_t signals_set_of(uint64_t word);
uint64_t signals_blocked_by_kernel(void);
void signals_use_masks(
    void); /* from now on threads may block different signals; until then all block what the process was started with */
bool signals_have_handler(int number);
bool signals_kill(int number); /* it would, if it were sent to the process now */
enum interruption signals_run_handlers(void); /* as signals_run, without cancellation */
int signals_arrive(struct fiber *target,
                   const siginfo_t *info); /* at a thread that does not block it or that it has been sent to; 0 or the
    error */
int signals_arrive_at_process(const siginfo_t *info, struct fiber **target); /* at whom it then goes to, NULL if all block it */
bool signals_take_pending(
    int number,
    siginfo_t *info); /* the first one with that number that is pending for the current thread, or else for the process */
int signals_send_to_process(const siginfo_t *info, uint64_t site); /* a visible operation; 0 or the error */
void signals_finish(struct fiber *target, int number,
                    uint64_t site); /* ends the event that has sent a signal, and has it handled */
void signals_tell(struct fiber *target, uint64_t site); /* a visible operation: that it has one to handle */
/* Visible: the condition variable that the current thread waits on from now, for a signal or a cancellation to interrupt it; or 0. Whether
 * one is there by now. */
bool signals_interrupt_wait(uint64_t condition, uint64_t site);
bool signals_cancel_wait(uint64_t condition, uint64_t site);
void signals_tell_cancelled(struct fiber *target, uint64_t site); /* the same: that it has been cancelled */
void signals_taken(const siginfo_t *info); /* it has been handled, or waited for */

#endif
