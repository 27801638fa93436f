/* The default: the current thread if it may go on, unless it has just yielded; else the candidate with the lowest id. After a
 * yield: the next candidate behind the current thread in order of creation, so that nobody starves. */
#include "core/candidates.h"
#include "core/policy/policy.h"
#include "model/runtime.h"

static struct fiber *choose(void) {
    bool yielded = has_yielded(rt.current);
    if (!yielded && is_offered(rt.current)) {
        return rt.current;
    }
    struct fiber *best = NULL;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        struct fiber *fiber = yielded ? &rt.fibers[(rt.current->index + 1 + i) % rt.fiber_count] : &rt.fibers[i];
        if ((!best || (!yielded && fiber->id < best->id)) && is_offered(fiber)) {
            best = fiber;
        }
    }
    return best;
}

const struct policy continue_policy = {.choose = choose, .is_fixed = true};
