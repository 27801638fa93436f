/* Whether an execution of a plan begins as one that has been executed. */
#ifndef HEDDLE_BEGINS_H
#define HEDDLE_BEGINS_H

#include <stdbool.h>

#include "model/plan.h"

bool begins_take(
    const struct plan_view *plan); /* the plan of the execution that has come to a checkpoint; false: there is too much */

/* How many steps two plans have in common that ask for the same, as far as the execution of one may go on as the other's. */
uint32_t begins_in_common(const struct plan_view *one, const struct plan_view *other);

/* Whether this one comes to the same state: it asks for the same, and chooses the same up to there. */
bool begins_here(const struct plan_view *plan);

#endif
