/* Polling in vain: a thread looks at clocks, and does nothing else that anybody could notice. */
#ifndef HEDDLE_VAIN_H
#define HEDDLE_VAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"

struct fiber;

/* Whether the event leaves things as a thread that polls in vain leaves them: it looks, waits, or goes through a lock. */
bool is_vain(const struct heddle_event *event);

/* How often threads have changed what others may see without an event: plain writes, allocations. Not by counting between readings of
 * clocks (`ticks++`): any time may have passed by then, whatever the number is. */
uint64_t vain_changes(void);

/* Before and after an event of a thread that has read clocks: it forgets that if it has done anything else. */
void vain_before_event(struct fiber *fiber);
void vain_after_event(struct fiber *fiber, const struct heddle_event *event);

#endif
