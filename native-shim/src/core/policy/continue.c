/* The default: the current thread if it may go on, unless it has just yielded or had its turn; else the candidate with the lowest id.
 * Where it gives way: the next candidate behind the current thread in order of creation, so that nobody starves, and a thread that
 * goes round a loop until another does something lets it. */
#include "core/candidates.h"
#include "core/policy/policy.h"
#include "model/runtime.h"

static struct fiber *choose(void) {
    bool gives_way = has_yielded(rt.current) || has_had_turn(rt.current);
    if (!gives_way && is_offered(rt.current)) {
        return rt.current;
    }
    struct fiber *best = NULL;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        struct fiber *fiber = gives_way ? &rt.fibers[(rt.current->index + 1 + i) % rt.fiber_count] : &rt.fibers[i];
        if ((!best || (!gives_way && fiber->id < best->id)) && is_offered(fiber)) {
            best = fiber;
        }
    }
    return best;
}

const struct policy continue_policy = {.choose = choose, .is_fixed = true};
