#ifndef HEDDLE_VIRTUAL_TIME_H
#define HEDDLE_VIRTUAL_TIME_H

#include <stdint.h>

#include "base/wire.h"
#include "model/fibers/fiber_state.h"

void time_on_event(struct fiber *fiber, const struct heddle_event *event);
void time_expire(struct fiber *fiber, uint64_t deadline); /* everything that has happened is past, and so is the deadline */

/* For rule.expires: whenever it would block. */
bool always_expires(const struct fiber *fiber, const struct heddle_event *operation);

#endif
