/* Expiries of timers. */
#ifndef HEDDLE_TIMER_EXPIRY_H
#define HEDDLE_TIMER_EXPIRY_H

/* What the timer's thread does: it waits for each expiry, and brings it about. */
void *timer_wait(void *timer);

/* Once, in the zygote: timers may expire where nothing else can happen, and where they are overdue. */
void timer_expiry_prepare(void);

#endif
