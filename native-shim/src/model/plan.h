/* A plan as it lies in the frame that brought it; see wire.h. */
#ifndef HEDDLE_PLAN_H
#define HEDDLE_PLAN_H

#include "base/wire.h"

struct plan_view {
    const struct heddle_plan *head;
    const struct heddle_step *steps;
    struct heddle_event *sleep; /* writable: kind 0 marks an entry that has been woken */
    const struct heddle_weight *objects, *weights;
    const struct heddle_requirement *requirements;
    const struct heddle_range *visible, *described;
    const struct heddle_touch *touches;
};

#endif
