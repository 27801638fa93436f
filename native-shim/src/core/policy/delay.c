/* In order of creation, each thread as long as it can, with d random delays (Emmi, Qadeer, Rakamaric, "Delay-bounded scheduling",
 * POPL 2011). */
#include "core/candidates.h"
#include "core/policy/counting.h"
#include "core/policy/policy.h"
#include "model/plan.h"
#include "model/runtime.h"

static void start(const struct plan_view *plan) {
    counting_start(plan);
    changes_draw(plan->head->depth, plan->head->length);
}

static struct fiber *choose(void) {
    uint32_t from = rt.current->index + has_had_turn(rt.current), change;
    bool delayed = changes_take(&change);
    struct fiber *first = NULL;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        struct fiber *fiber = &rt.fibers[(from + i) % rt.fiber_count];
        if (is_offered(fiber)) {
            if (!delayed) {
                return fiber;
            }
            delayed = changes_take(&change);
            first = first ? first : fiber;
        }
    }
    return first;
}

static void executed(const struct fiber *fiber, const struct heddle_event *event) {
    (void)fiber;
    count(event);
}

const struct policy delay_policy = {.start = start, .choose = choose, .executed = executed};
