/* Calls that fail although nothing is wrong, as POSIX allows: that memory or threads run out (--failures). */
#ifndef HEDDLE_FAILURES_H
#define HEDDLE_FAILURES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"

/* Whether a call at this site fails: a choice of the plan, of at most as many calls in each execution as the plan says. Only calls in
 * instrumented code fail, and none within an atomic section.
 *
 * Whether there is a choice depends on the thread's own past alone, so that the failures of two threads are independent. An execution in
 * which more calls fail than the plan says is dropped, as by heddle_assume. */
bool call_fails(enum heddle_failing what, uint64_t site);

#endif
