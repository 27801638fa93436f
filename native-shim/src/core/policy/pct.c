/* Random priorities, the highest runs; at d-1 random steps of k it drops below all others (Burckhardt, Kothari, Musuvathi,
 * Nagarakatte, "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs", ASPLOS 2010). Where the plan names objects,
 * steps are counted at their accesses only (PCTVB: Bindal, Bansal, Lal, "Variable and Thread Bounding for Systematic Testing of
 * Multithreaded Programs", ISSTA 2013). Where it names threads, these have the lowest priority. */
#include "core/policy/counting.h"
#include "core/policy/draw.h"
#include "core/policy/policy.h"
#include "core/policy/priorities.h"
#include "model/plan.h"

#define PATIENCE 1000 /* steps in a row, beyond twice the expected length, after which a thread is dropped */

static uint64_t patience;
static const struct heddle_weight *last; /* the threads that come last of all */
static uint32_t last_count;

static uint64_t first_priority(const struct fiber *fiber) {
    uint64_t priority = draw_priority();
    for (uint32_t i = 0; i < last_count; i++) {
        priority = last[i].name == fiber->id ? 0 : priority;
    }
    return priority;
}

static void start(const struct plan_view *plan) {
    counting_start(plan);
    last = plan->weights;
    last_count = plan->head->weight_count;
    changes_draw(plan->head->depth > 0 ? plan->head->depth - 1 : 0, plan->head->length);
    priorities_start(first_priority);
    patience = PATIENCE + 2 * (uint64_t)plan->head->length;
}

static struct fiber *choose(void) {
    for (;;) {
        struct fiber *best = highest_priority();
        if (!best) {
            return NULL;
        }
        uint32_t change;
        if (is_impatient(best, patience)) {
            drop_below_all(best); /* far beyond the length that the guarantee speaks of */
        } else if (counts(best->pending) && changes_take(&change)) {
            set_priority(best, change + 1);
        } else {
            return best;
        }
    }
}

static void executed(const struct fiber *fiber, const struct heddle_event *event) {
    (void)fiber;
    count(event);
}

const struct policy pct_policy = {.start = start, .choose = choose, .executed = executed};
