/* Sampling policies: who goes next, decided at random from the plan's seed. */
#ifndef HEDDLE_POLICY_H
#define HEDDLE_POLICY_H

#include "model/dependence.h"
#include "model/fiber_state.h"
#include "model/plan.h"

void policy_start(const struct plan_view *plan);

/* The thread that goes next, and the alternative it takes. Ends the execution where nobody can. */
struct fiber *policy_choose(int32_t *alternative);

/* An event has been executed and applied. */
void policy_executed(const struct fiber *fiber, const struct heddle_event *event);

/* ---- surw.c ---- */
void surw_start(const struct plan_view *plan);
struct fiber *surw_choose(void);
void surw_executed(const struct fiber *fiber, const struct heddle_event *event, bool counts);

/* ---- what policies share ---- */
uint64_t policy_below(uint64_t bound);                 /* a random number less than the bound */
bool policy_counts(const struct heddle_event *pending); /* whether it accesses an object that the plan names */

#endif
