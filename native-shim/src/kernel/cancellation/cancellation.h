/* Which threads are cancelled. */
#ifndef HEDDLE_CANCELLATION_H
#define HEDDLE_CANCELLATION_H

#include <stdbool.h>
#include <stdint.h>

struct fiber;

void cancel_prepare(void);                      /* once, in the zygote */
bool cancel_is_due(const struct fiber *fiber);  /* it has been cancelled, and accepts that */
bool cancel_is_asynchronous(const struct fiber *fiber); /* it can be cancelled where it waits for a mutex, too */
void cancel_if_due(void);                       /* a cancellation point: does not return if the current thread is to end */

#endif
