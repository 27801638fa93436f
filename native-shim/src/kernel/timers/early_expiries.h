/* Timers whose signals come early. The handler of a signal that a timer sends may take what the interrupted thread has, and then waits for
 * itself; or it may call what the interrupted call does not bear. So a timer matters in the middle of what its thread does, not only when
 * nothing else can happen. Handlers that a timer's signal runs are seen to take a lock or a semaphore, or to call a function that is not
 * async-signal-safe. In executions to come the first expiries of that timer come at any moment. The plan tells this by a variable of the
 * timer that is visible. */
#ifndef HEDDLE_EARLY_EXPIRIES_H
#define HEDDLE_EARLY_EXPIRIES_H

#include <stdbool.h>
#include <stdint.h>

struct timer;

/* Once, in the zygote. */
void early_expiries_prepare(void);

/* Whether its first expiries (rt.asked.expiries) may come at any moment. */
bool early_expiries_of(const struct timer *timer);

/* Where all of those have come: a note says so. */
void early_expiries_tell_over(const struct timer *timer);

/* It has been armed: a note says so where its first expiries may come at any moment as its handler takes locks. */
void early_expiries_tell(const struct timer *timer);

/* The current thread has run the handler of this signal, in the events from this one on. `is_unsafe`: both the thread and the handler
 * have called functions that are not async-signal-safe. */
void early_expiries_learn(int signal, uint32_t from, bool is_unsafe);

#endif
