/* Keeps both happens-before relations of race.h up to date. */
#ifndef HEDDLE_ORDER_H
#define HEDDLE_ORDER_H

#include "base/wire.h"
#include "model/fibers/fiber_state.h"

/* The running thread's critical section is none that is executed in one go: it has taken the mutex as any other. */
void order_disturb(void);

void order_event(struct fiber *fiber, const struct heddle_event *event); /* after it has been applied */

/* What an atomic section has done counts as done where it begins, in HB_dep too; see section.h. */
void order_enter_section(struct fiber *fiber, const struct heddle_event *event);
void order_leave_section(struct fiber *fiber, const struct heddle_event *event);

#endif
