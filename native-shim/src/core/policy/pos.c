/* A random priority for each pending operation, drawn anew for its thread and for what is dependent with it once it has been
 * executed (Yuan, Yang, Gu, "Partial Order Aware Concurrency Sampling", CAV 2018). */
#include "core/policy/pos.h"

#include "core/policy/draw.h"
#include "core/policy/priorities.h"
#include "model/dependence.h"
#include "model/plan.h"
#include "model/runtime.h"

static uint64_t first_priority(const struct fiber *fiber) {
    (void)fiber;
    return draw_priority();
}

void pos_start(const struct plan_view *plan) {
    (void)plan;
    priorities_start(first_priority);
}

/* A pending compare-and-swap or once may turn out to write, and a signal to find a waiter; of a try, result 0 says so. */
static bool may_depend(const struct heddle_event *pending, const struct heddle_event *event) {
    struct heddle_event assumed = *pending;
    switch ((enum heddle_op)assumed.kind) {
        case HEDDLE_ATOMIC_CAS:
        case HEDDLE_ONCE_BEGIN:
        case HEDDLE_COND_SIGNAL:
        case HEDDLE_COND_BROADCAST:
            assumed.result = 1;
            break;
        default:
            assumed.result = 0;
            break;
    }
    return dependent(&assumed, event);
}

void pos_executed(const struct fiber *fiber, const struct heddle_event *event) {
    for (uint32_t i = 0; i < priorities_known(); i++) {
        const struct heddle_event *pending = rt.fibers[i].pending;
        if (i == fiber->index || (pending->kind != 0 && may_depend(pending, event))) {
            set_priority(&rt.fibers[i], draw_priority());
        }
    }
}

const struct policy pos_policy = {.start = pos_start, .choose = highest_priority, .executed = pos_executed};
