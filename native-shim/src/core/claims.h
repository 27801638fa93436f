/* What the program claims about its memory: conditions that never hold, or that hold at some time before it ends (heddle_never and
 * heddle_eventually). They are looked at after every event, as soon as the thread that has executed it comes to its next operation.
 *
 * Between two events only plain accesses change memory, and those of what a condition reads become visible, as if they raced. So every
 * state in which a condition may differ lies between two events. All writes of what conditions read are dependent with each other
 * (HEDDLE_FAMILY_CLAIMS): every sequence of such states is that of some class. */
#ifndef HEDDLE_CLAIMS_H
#define HEDDLE_CLAIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/wire.h"
#include "heddle_abi.h"

enum claim { CLAIM_NEVER, CLAIM_EVENTUALLY };

/* Claims something, before the first thread is created. The text stays where it is. */
void claim_add(enum claim claim, heddle_condition_fn *condition, void *argument, const char *text, uint64_t site);

/* Looks at the conditions, if they may have changed. While rt.seen.claims. Ends the execution where one holds that never may. */
void claims_look(void);

/* The program forks a process, in which nobody looks. While rt.seen.claims. */
void claims_forked(uint64_t site);

/* The process ends by itself: whether each condition has held that has to. Notes the first one that has not, and returns false. */
bool claims_hold(void);

/* While rt.looks: a condition reads memory, or changes it. */
void claims_read(const volatile void *address, size_t size, const struct heddle_site *site);
void claims_written(const volatile void *address, size_t size, const struct heddle_site *site);

/* Whether a condition may read what such an access writes, so that its event is HEDDLE_ORDER_CLAIMED. While rt.seen.claims. */
bool claims_meet(enum heddle_op kind, uint64_t address, uint64_t size);

/* Such an event has been executed; what it writes is written before the thread's next one. */
void claims_may_differ(void);

#endif
