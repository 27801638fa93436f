/* Time limits of waits that others outlast. By default a wait times out when nothing else can happen. Where a thread sleeps, or looks at a
 * clock, past the deadline of a wait that still goes on, the time limit comes first in reality. Once an execution shows this,
 * waits with this time limit or a shorter one may time out at any moment, as with --timeouts=any: the exploration begins again with it
 * (RaceAware). That holds for the first few of each thread, so that loops around such a wait end; and in programs without handlers of
 * signals, which would interrupt waits that are only tried. */
#ifndef HEDDLE_TIME_LIMITS_H
#define HEDDLE_TIME_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

/* The argument of an operation of the running thread that waits until this virtual time: HEDDLE_DEADLINE_ANY if it may time out at any
 * moment. */
uint64_t time_limit(uint64_t deadline);

/* The running thread has let time pass: takes a note of the waits that time out before that. */
void time_limits_outlasted(uint64_t site);

/* A wait of the running thread with such a time limit, which made no operation with HEDDLE_DEADLINE_ANY, has ended. */
void time_limit_over(bool expired);

#endif
