/* Calls that fail although nothing is wrong, as POSIX allows: memory, threads or descriptors run out, a disk is full, a signal interrupts
 * (--failures). */
#ifndef HEDDLE_FAILURES_H
#define HEDDLE_FAILURES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"

/* Several ways to fail: each is an error number below 255, or HEDDLE_FAILS_SHORT. The order is that of the alternatives of the choice. */
#define FAILS_BY_EITHER(one, other) ((uint64_t)(one) | (uint64_t)(other) << 8)

/* How a call at this site fails: a choice of the plan, of at most as many calls in each execution as the plan says. 0: it does not; else
 * one of `ways`, of which there may be none (0). Only calls in instrumented code fail, and none within an atomic section.
 *
 * Whether there is a choice depends on the thread's own past alone, so that the failures of two threads are independent. An execution in
 * which more calls fail than the plan says is dropped, as by heddle_assume. */
int call_fails(enum heddle_failing what, uint64_t ways, uint64_t site);

/* The same with one way, of a call that says so by errno: whether it fails, with `error` in errno. */
bool call_fails_with(enum heddle_failing what, uint64_t error, uint64_t site);

/* Whether there would be such a choice: for callers to whom the ways cost something to find out. */
bool calls_may_fail(enum heddle_failing what, uint64_t site);

/* Whether the user names the sorts of calls that fail, and so wants them although this program itself may have no reason for it. */
bool failures_are_asked_for_by_name(void);

#endif
