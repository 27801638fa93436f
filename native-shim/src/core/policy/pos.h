/* Priorities of pending operations, for the policies that go by them. */
#ifndef HEDDLE_POS_H
#define HEDDLE_POS_H

#include "core/policy/policy.h"

void pos_start(const struct plan_view *plan);
void pos_executed(const struct fiber *fiber, const struct heddle_event *event);

#endif
