/* Threads that hold a lock and want another one wait until the others do as well, or can do nothing else: if locks can be taken in a
 * circle, they are. After Joshi, Park, Sen, Naik, "A Randomized Dynamic Program Analysis Technique for Detecting Real Deadlocks" (PLDI
 * 2009), without the circles that are known there beforehand. Now and then anybody goes on, so that every interleaving can be drawn. */
#include "core/candidates.h"
#include "core/policy/draw.h"
#include "core/policy/policy.h"
#include "model/runtime.h"
#include "model/shared.h"

#define ANYBODY 8 /* one choice in so many is free */

static uint32_t held[MAX_FIBERS]; /* by each thread; what another one gives back stays */

/* How many locks the event takes, less those that it gives back. A semaphore counts as one lock. */
static int taken(const struct heddle_event *event) {
    switch (event->kind) {
        case HEDDLE_MUTEX_LOCK:
        case HEDDLE_MUTEX_TRYLOCK:
        case HEDDLE_SPIN_LOCK:
        case HEDDLE_SPIN_TRYLOCK:
        case HEDDLE_RWLOCK_RDLOCK:
        case HEDDLE_RWLOCK_TRYRDLOCK:
        case HEDDLE_RWLOCK_WRLOCK:
        case HEDDLE_RWLOCK_TRYWRLOCK:
        case HEDDLE_SEM_WAIT:
        case HEDDLE_SEM_TRYWAIT:
            return event->result == 0;
        case HEDDLE_COND_WAKE:
            return 1;
        case HEDDLE_MUTEX_UNLOCK:
        case HEDDLE_SPIN_UNLOCK:
        case HEDDLE_RWLOCK_UNLOCK:
        case HEDDLE_SEM_POST:
        case HEDDLE_COND_WAIT:
            return -1;
        default:
            return 0;
    }
}

static bool wants_another(const struct fiber *fiber) {
    struct heddle_event operation = *fiber->pending;
    operation.result = 0;
    return held[fiber->index] > 0 && taken(&operation) > 0;
}

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

static void executed(const struct fiber *fiber, const struct heddle_event *event) {
    int change = taken(event);
    if (change > 0) {
        held[fiber->index]++;
    } else if (change < 0 && held[fiber->index] > 0) {
        held[fiber->index]--;
    }
}

const struct policy hold_policy = {.choose = choose, .executed = executed};
