/* Timers whose signals come early. The handler of a signal that a timer sends may take what the interrupted thread has, and then waits for
 * itself: so a timer matters in the middle of what its thread does, not only when nothing else can happen. Once a handler that a timer's
 * signal runs is seen to take a lock or a semaphore, the first expiries of that timer come at any moment in executions to come. The plan
 * tells this by a variable of the timer that is visible. */
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

/* The current thread has run the handler of this signal, in the events from this one on. */
void early_expiries_learn(int signal, uint32_t from);

#endif
