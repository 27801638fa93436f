/* What decides which thread goes next once a plan's prefix has been followed. One file and one struct policy for each kind of enum
 * heddle_policy; the interpreter knows the three functions below only. Equal seeds and parameters give equal executions. As long as there
 * is one thread, nothing is chosen or counted: what a policy draws is about the rest. */
#ifndef HEDDLE_POLICY_H
#define HEDDLE_POLICY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wire.h"
#include "model/fibers/fiber_state.h"
#include "model/plan.h"

struct policy {
    void (*start)(const struct plan_view *plan); /* forgets whatever was before; NULL: nothing to do */
    /* Of the threads that may go next (candidates.h); NULL if there is none. Not asked as long as there is one thread only. */
    struct fiber *(*choose)(void);
    void (*executed)(const struct fiber *fiber, const struct heddle_event *event); /* it has been applied; NULL: nothing to do */
    bool is_fixed; /* nothing is drawn: a thread with alternatives takes the first */
};
extern const struct policy continue_policy, random_policy, pct_policy, pos_policy, surw_policy, delay_policy, fair_policy,
    priority_policy, hold_policy, require_policy;

bool policy_exists(uint32_t kind);
void policy_start(const struct plan_view *plan);

/* The thread that goes next, and the alternative it takes. Ends the execution where nobody can. */
struct fiber *policy_choose(int32_t *alternative);

/* An event has been executed and applied. */
void policy_executed(const struct fiber *fiber, const struct heddle_event *event);

#endif
