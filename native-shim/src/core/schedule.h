/* The plan interpreter. */
#ifndef HEDDLE_SCHEDULE_H
#define HEDDLE_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"
#include "model/plan.h"

/* Makes `self`'s operation pending, hands control over, and returns when it has been chosen and applied. The event is
 * in self->pending until the next point; result, alternative and value are filled in. Only in MODE_RUNNING. */
const struct heddle_event *point(const struct heddle_event *operation);

/* The same for the usual case of one object. */
const struct heddle_event *point_on(enum heddle_op kind, const volatile void *object, uint64_t argument, uint64_t site);

void schedule_start(const struct plan_view *plan);

/* The execution goes on by another plan, which begins with what has been executed: `count` events, up to here. */
void schedule_go_on(const struct plan_view *plan, const struct heddle_event *executed, uint32_t count);

/* Before the event with this number, outside.before_event is called; UINT32_MAX: before none. */
void schedule_stop_before(uint32_t event);

/* Runs whoever the plan says next. Called by a fiber that has just finished; does not return. */
_Noreturn void schedule_away(void);

/* The same in a process that is not the first one, and ends with this status. */
_Noreturn void schedule_leave(int status);

/* The program is about to fork a process that is part of the execution. */
void schedule_in_processes(void);

#endif
