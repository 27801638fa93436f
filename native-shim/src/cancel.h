/* Cancellation of threads. */
#ifndef HEDDLE_CANCEL_H
#define HEDDLE_CANCEL_H

#include <stdbool.h>
#include <stdint.h>

struct fiber;

void cancel_prepare(void);                      /* once, in the zygote */
bool cancel_is_due(const struct fiber *fiber);  /* it has been cancelled, and accepts that */
void cancel_if_due(void);                       /* a cancellation point: does not return if the current thread is to end */

/* Between the halves of a wait on a condition variable; whether cancel_end_wait is to follow the second. */
bool cancel_begin_wait(uint64_t condition, uint64_t site);
void cancel_end_wait(uint64_t site);

#endif
