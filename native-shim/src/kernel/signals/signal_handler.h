/* Handlers of signals. */
#ifndef HEDDLE_SIGNAL_HANDLER_H
#define HEDDLE_SIGNAL_HANDLER_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct fiber;

enum interruption {
    NOT_INTERRUPTED,
    RESTARTED,  /* by handlers with SA_RESTART: calls that can be restarted go on, others end with EINTR (signal(7)) */
    INTERRUPTED /* every call ends with EINTR */
};

void signal_handlers_prepare(
    void); /* once, in the zygote: whether the program can send signals to its threads, and handle them */
void signal_handlers_expect(void);  /* there will be other threads: the program may install handlers at any time */
void signal_handlers_use(void);     /* it installs one */
void signal_handlers_expect_processes(void); /* there will be other processes: signals of theirs may end this one, too */

/* While rt.seen.signals_told: the running thread calls a function that is not async-signal-safe. */
void signals_unsafe_call(const char *function, uint64_t site);
void signals_unsafe_call_ends(void);

/* The running thread has sent a signal that the target does not block: in its last event, or (`is_told`) in the one before. */
void signals_unsafe_arrived(struct fiber *target, bool is_told);

/* In an event: runs the handlers of what is pending for the current thread. The first ends it, too, if it is cancelled. */
enum interruption signals_run(void);
enum interruption signals_run_handlers(void);

/* The same two as visible operations. */
enum interruption signals_handle(uint64_t site);
enum interruption signals_handle_only(uint64_t site);

/* The same in a wait for a lock that signals_interrupt_lock lets end. Returns true. */
bool signals_handle_in_lock(uint64_t site);

#endif
