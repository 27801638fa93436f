/* Where handlers run, and cancelled threads end: before operations, effects and calls. */
#ifndef HEDDLE_SIGNAL_POINTS_H
#define HEDDLE_SIGNAL_POINTS_H

#include <signal.h>
#include <stdint.h>

#include "kernel/signals/signal_handler.h"

void signals_prepare(void); /* once, in the zygote */

void signals_before_call(uint64_t site); /* a signal may still come before a call that it could interrupt has begun */
uint64_t signals_before_masked_call(const sigset_t *mask, uint64_t site); /* the same, and signals_exchange */
enum interruption signals_in_sleep(uint64_t site); /* or while it only lets time pass */
void signals_before_thread(uint64_t site); /* a thread is about to be created; the first time, a visible operation */
void signals_before_first_process(uint64_t site); /* the same of a process that others may send signals to */

#endif
