/* At each step a thread drawn uniformly from those that may go next. */
#include "core/candidates.h"
#include "core/policy/draw.h"
#include "core/policy/policy.h"
#include "model/runtime.h"

static struct fiber *choose(void) {
    uint64_t offers = 0;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        offers += is_offered(&rt.fibers[i]);
    }
    uint64_t wanted = offers > 0 ? draw_below(offers) : 0;
    for (uint32_t i = 0; i < rt.fiber_count && offers > 0; i++) {
        if (is_offered(&rt.fibers[i]) && wanted-- == 0) {
            return &rt.fibers[i];
        }
    }
    return NULL;
}

const struct policy random_policy = {.choose = choose};
