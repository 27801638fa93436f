#include "core/policy/policy.h"

#include "base/hot.h"
#include "base/invariant.h"
#include "core/candidates.h"
#include "core/policy/draw.h"
#include "model/plan.h"
#include "model/runtime.h"

static const struct policy *const policies[] = {
    [HEDDLE_POLICY_CONTINUE] = &continue_policy, [HEDDLE_POLICY_RANDOM] = &random_policy,
    [HEDDLE_POLICY_PCT] = &pct_policy,           [HEDDLE_POLICY_POS] = &pos_policy,
    [HEDDLE_POLICY_SURW] = &surw_policy,         [HEDDLE_POLICY_DELAY] = &delay_policy,
    [HEDDLE_POLICY_FAIR] = &fair_policy,         [HEDDLE_POLICY_PRIORITY] = &priority_policy,
    [HEDDLE_POLICY_HOLD] = &hold_policy,         [HEDDLE_POLICY_REQUIRE] = &require_policy,
};

HOT static const struct policy *policy;

bool policy_exists(uint32_t kind) { return kind < sizeof policies / sizeof *policies && policies[kind]; }

void policy_start(const struct plan_view *plan) {
    policy = policies[plan->head->policy];
    if (!policy->is_fixed) {
        draw_start(plan->head->policy_seed);
    }
    if (policy->start) {
        policy->start(plan);
    }
}

static struct fiber *only_thread(void) { return is_offered(&rt.fibers[0]) ? &rt.fibers[0] : NULL; }

/* Before exploring begins the default policy chooses, and nothing counts. */
static const struct policy *in_charge(void) { return rt.asked.draws_late && !rt.seen.begin ? &continue_policy : policy; }

struct fiber *policy_choose(int32_t *alternative) {
    const struct policy *now = in_charge();
    struct fiber *chosen = rt.fiber_count == 1 ? only_thread() : now->choose();
    if (!chosen) {
        struct fiber *last = last_resort();
        *alternative = last ? HEDDLE_ALT_TIMEOUT : HEDDLE_NO_ALTERNATIVE;
        return last ? last : policy_choose(alternative);
    }
    if (now->is_fixed) {
        bool may = may_run(chosen, alternative);
        INVARIANT(may);
    } else {
        *alternative = draw_alternative(chosen, draw_below);
    }
    return chosen;
}

void policy_executed(const struct fiber *fiber, const struct heddle_event *event) {
    const struct policy *now = in_charge();
    if (now->executed) {
        now->executed(fiber, event);
    }
}
