/* For threads that compute: a handler may run before any of their visible operations. */
#ifndef HEDDLE_SIGNAL_LOOK_H
#define HEDDLE_SIGNAL_LOOK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"
#include "kernel/signals/signal_handler.h"

void signals_look_prepare(void); /* once, in the zygote */

/* All others are visible operations, or make some. */
enum interruption signals_look(const struct heddle_event *operation); /* that is about to be announced: runs handlers */
void signals_before_end(uint64_t site); /* the current thread is about to end: the last moment for its handlers */
/* It is about to block, handle or send signals, or to do what has no look of its own: what has come by now is handled before. */
void signals_before_change(uint64_t site);
void signals_thread_ends(uint64_t site); /* behind that: what is sent to the process from here on is for other threads */
void signals_cancellation_point(uint64_t site); /* ends the thread if it has been cancelled */
bool signals_look_for_cancellation(uint64_t site); /* whether the thread is to end here, for it can be cancelled anywhere */

/* Tells the thread that it has a signal to handle, or that it has been cancelled. */
void signals_tell(struct fiber *target, uint64_t site);
void signals_tell_cancelled(struct fiber *target, uint64_t site);

/* The condition variable that the current thread waits on from now, for a signal or a cancellation to interrupt it; or 0. Whether one is
 * there by now. */
bool signals_interrupt_wait(uint64_t condition, uint64_t site);
bool signals_cancel_wait(uint64_t condition, uint64_t site);

#endif
