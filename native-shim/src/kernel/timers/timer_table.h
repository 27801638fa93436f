/* The timers that there are. */
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
    uint32_t process; /* that has it */
    clockid_t clock;
    struct sigevent event;
    int code;                    /* of its signals */
    bool has_thread;             /* or will have one in a moment */
    struct fiber *fiber;         /* that waits for it; NULL until it is armed */
    uint64_t deadline, interval; /* nanoseconds of virtual time */
    uint64_t site;               /* where it was armed */
    uint32_t armed_by;           /* id of the thread */
    uint64_t runs_until;         /* CPU time that has passed when it expires next; 0: it goes by another clock */
    uint64_t ran;                /* that had passed when it expired last */
    uint32_t expiries;           /* since then */
    uint32_t since;              /* how many events there were when it was armed, or has expired last */
    int overrun;
    int descriptor; /* -1: none */
} timers[TIMERS];

int timer_number(const struct timer *timer);
struct timer *timer_numbered(uint64_t number); /* of the running process; NULL if there is none */
struct timer *timer_of_kernel(int signal); /* the running process's of setitimer that sends it; NULL if there is none */
int timer_overrun(const struct timer *timer);
struct timer *timer_of_descriptor(int descriptor); /* whose expiries can be read there; NULL if there is none */
void timer_bind(struct timer *timer, clockid_t clock, int descriptor);
void timer_set_value(struct timer *timer, int value); /* of its signals */

bool timer_is_of_cpu(const struct timer *timer); /* it expires when its process, or thread, has run for so long */

bool timers_before(uint64_t until); /* whether one that is armed expires by then */

/* It has been set anew: whoever waits for it does so by the new setting. */
void timer_reset(struct timer *timer);

/* In this event; a timer may be behind the descriptor. It is there until the last copy of it is closed. */
void timer_closed(int descriptor);
void timer_copied(int descriptor, int copy);

void timer_signal_taken(const siginfo_t *info); /* by the current thread; of one that no timer has sent, nothing comes */

const struct timer *timer_awaited_by(const struct fiber *fiber); /* NULL if the thread is no timer's */
bool timer_is_periodic(const struct fiber *fiber); /* that waits for it */

#endif
