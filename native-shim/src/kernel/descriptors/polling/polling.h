/* What calls have in common that wait for one of several descriptors: poll, select, epoll_wait. */
#ifndef HEDDLE_POLLING_H
#define HEDDLE_POLLING_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "kernel/readiness/held.h"
#include "kernel/readiness/kernel.h"
#include "kernel/readiness/ready_words.h"
#include "kernel/signals/signal_shown.h"

#define NO_TIMEOUT UINT64_MAX

/* What a call asks about, one descriptor after the other. */
struct polling {
    struct ready_words bits; /* that it waits for */
    struct polled polled;
    struct held_several held;
    bool ready; /* one of them always is */
    bool waits; /* unless one of them is ready: it has time */
    bool asks_more; /* about errors alone, or what is out of band: `bits` are not all that it may find */
};

/* Returns what the call is to ask about in the place of the number, which has the slot. */
int polling_ask(struct polling *polling, int fd, int slot, bool in, bool out, uint64_t site);

/* The same of what never blocks, or is no descriptor. */
void polling_ask_what_never_blocks(struct polling *polling, int fd, uint64_t site);

/* A call that waits for some bits until a time. */
struct polling_wait {
    struct polled polled;
    uint64_t deadline;
    uint64_t site;
    bool interrupted, expired;
    struct shown shown; /* to the call */
};

struct polling_wait polling_wait_for(const struct polling *polling, uint64_t nanoseconds, uint64_t site);
void polling_begin(struct polling_wait *wait);

/* After the real call, which has found `count` ready; whether it is to be made again. */
bool polling_again(const struct polling_wait *wait, int *count);

/* A call that waits for nothing only lets time pass: it is no wait that ends as the last resort. */
int polling_sleep(uint64_t nanoseconds, uint64_t site);

uint64_t polling_time_of(const struct timespec *time);

/* Whether a call that has time is interrupted, where such failures are asked for; errno is EINTR then. */
bool polling_is_interrupted(uint64_t nanoseconds, uint64_t site);

#endif
