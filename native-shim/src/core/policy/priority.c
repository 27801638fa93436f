/* Fixed priorities for threads and, once preempted, for what is left of them (Bindal, Bansal, Lal, ISSTA 2013, section 4). */
#include "core/policy/draw.h"
#include "core/policy/policy.h"
#include "core/policy/priorities.h"
#include "model/plan.h"

#define PATIENCE 1000 /* steps in a row after which a thread is dropped */

static uint64_t seed;
static const struct heddle_weight *weights; /* how often each thread has been preempted */
static uint32_t weight_count;

static uint64_t first_priority(const struct fiber *fiber) {
    uint64_t fragment = 0;
    for (uint32_t i = 0; i < weight_count; i++) {
        fragment = weights[i].name == fiber->id ? weights[i].weight : fragment;
    }
    return draw_fixed_priority(seed, (uint64_t)fiber->id << 32 ^ fragment);
}

static void start(const struct plan_view *plan) {
    seed = plan->head->policy_seed;
    weights = plan->weights;
    weight_count = plan->head->weight_count;
    priorities_start(first_priority);
}

static struct fiber *choose(void) {
    for (;;) {
        struct fiber *best = highest_priority();
        if (!best || !is_impatient(best, PATIENCE)) {
            return best;
        }
        drop_below_all(best); /* it may be waiting for another one in a loop */
    }
}

const struct policy priority_policy = {.start = start, .choose = choose};
