/* The timers that there are; for timer.c and timer_expiry.c. */
#ifndef HEDDLE_TIMER_TABLE_H
#define HEDDLE_TIMER_TABLE_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "model/fibers/fiber.h"

#define TIMERS 64
#define OWN 61 /* of them that the program makes; the others are those of setitimer, which are there from the beginning */

extern struct timer {
    bool made, armed;
    clockid_t clock;
    struct sigevent event;
    int code;                    /* of its signals */
    bool has_thread;             /* or will have one in a moment */
    struct fiber *fiber;         /* that waits for it; NULL until it is armed */
    uint64_t deadline, interval; /* nanoseconds of virtual time */
    uint64_t site;               /* where it was armed */
    uint32_t expiries;           /* since then */
    uint32_t since;              /* how many events there were when it was armed, or has expired last */
    int overrun;
    int descriptor; /* -1: none */
} timers[TIMERS];

/* Of the expiries that may come at any moment, all have: the report says so. */
void timer_tell_late_expiries(const struct timer *timer);

/* What the timer's thread does: it waits for each expiry, and brings it about. */
void *timer_wait(void *timer);

/* Once, in the zygote: timers may expire where nothing else can happen, and where they are overdue. */
void timer_expiry_prepare(void);

#endif
