/* Threads that hold a lock and want another one wait until the others do as well, or can do nothing else: if locks can be taken in a
 * circle, they are. A semaphore counts as a lock. After Joshi, Park, Sen, Naik, "A Randomized Dynamic Program Analysis Technique for
 * Detecting Real Deadlocks" (PLDI 2009), without the circles that are known there beforehand. Now and then anybody goes on, so that every
 * interleaving can be drawn. */
#include "base/catalogue.h"
#include "core/candidates.h"
#include "core/policy/draw.h"
#include "core/policy/policy.h"
#include "model/runtime.h"
#include "model/shared.h"

#define ANYBODY 8 /* one choice in so many is free */

static uint32_t held[MAX_FIBERS]; /* by each thread; what another one gives back stays */

/* Who is woken has the mutex again, whatever the wait came to. */
static bool has_taken(const struct heddle_event *event) {
    return operation_takes(event->kind) && (event->result == 0 || event->kind == HEDDLE_COND_WAKE);
}

static bool wants_another(const struct fiber *fiber) { return held[fiber->index] > 0 && operation_takes(fiber->pending->kind); }

static struct fiber *draw_one(bool any) {
    uint64_t offers = 0;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        offers += is_offered(&rt.fibers[i]) && (any || !wants_another(&rt.fibers[i]));
    }
    uint64_t wanted = offers > 0 ? draw_below(offers) : 0;
    for (uint32_t i = 0; i < rt.fiber_count && offers > 0; i++) {
        if (is_offered(&rt.fibers[i]) && (any || !wants_another(&rt.fibers[i])) && wanted-- == 0) {
            return &rt.fibers[i];
        }
    }
    return NULL;
}

static struct fiber *choose(void) {
    struct fiber *chosen = draw_one(draw_below(ANYBODY) == 0);
    return chosen ? chosen : draw_one(true);
}

static void start(const struct plan_view *plan) {
    (void)plan;
    held[0] = 0; /* nobody else can have taken any */
}

static void executed(const struct fiber *fiber, const struct heddle_event *event) {
    if (has_taken(event)) {
        held[fiber->index]++;
    } else if (operation_gives_back(event->kind) && held[fiber->index] > 0) {
        held[fiber->index]--;
    }
}

const struct policy hold_policy = {.start = start, .choose = choose, .executed = executed};
