/* A thread goes on for a limited number of events, then the next in order of creation does. A thread that creates others makes all of them
 * first, so that they begin in step. */
#include "core/candidates.h"
#include "core/policy/policy.h"
#include "model/plan.h"
#include "model/runtime.h"

static uint32_t most; /* events in a row */
static uint64_t in_a_row;

static void start(const struct plan_view *plan) {
    most = plan->head->depth;
    in_a_row = 0;
}

static struct fiber *choose(void) {
    bool creates = rt.current->pending->kind == HEDDLE_THREAD_CREATE;
    uint32_t start = (in_a_row >= most || has_yielded(rt.current)) && !creates ? 1 : 0;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        struct fiber *fiber = &rt.fibers[(rt.current->index + start + i) % rt.fiber_count];
        if (is_offered(fiber)) {
            in_a_row = fiber == rt.current ? in_a_row + 1 : 1;
            return fiber;
        }
    }
    return NULL;
}

const struct policy fair_policy = {.start = start, .choose = choose};
