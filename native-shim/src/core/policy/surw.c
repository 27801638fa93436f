/* Selectively uniform random walk (Zhao, Wolff, Mathur, Roychoudhury, ASPLOS 2025): of the interleavings of the events on
 * the objects that the plan names, each is equally likely, as long as nothing blocks and the expected counts are right.
 *
 * The thread whose counting event comes next is intended in advance, with a probability that is proportional to how many
 * counting events it and its children still have to do. Threads are scheduled uniformly; one that arrives at a counting event
 * and is not the intended one is held until that has done its own. */
#include "core/candidates.h"
#include "core/policy/counting.h"
#include "core/policy/draw.h"
#include "core/policy/policy.h"
#include "model/fibers/fiber.h"
#include "model/plan.h"
#include "model/runtime.h"
#include "model/shared.h"

struct share {
    uint64_t weight; /* counting events still expected, those of threads that it will create included */
    bool held;
};

static struct share shares[MAX_FIBERS];
static const struct fiber *intended;
static const struct plan_view *plan;
static struct plan_view copy;

static uint64_t expected_of(uint32_t id) {
    for (uint32_t i = 0; i < plan->head->weight_count; i++) {
        if (plan->weights[i].name == id) {
            return plan->weights[i].weight;
        }
    }
    return 0;
}

static bool lives(const struct fiber *fiber) { return fiber->pending->kind != 0; }

static uint64_t weight_of(const struct fiber *fiber, bool held_only) {
    if (!lives(fiber)) {
        return 0;
    }
    const struct share *share = &shares[fiber->index];
    if (held_only) {
        return !is_offered(fiber) ? 0 : share->weight > 0 ? share->weight : 1;
    }
    return share->weight;
}

/* Intends a thread: one with counting events left, or, where the counts were wrong, one that stands before such an event. */
static void intend(bool held_only) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        sum += weight_of(&rt.fibers[i], held_only);
    }
    intended = NULL;
    uint64_t at = sum > 0 ? draw_below(sum) : 0;
    for (uint32_t i = 0; i < rt.fiber_count && !intended && sum > 0; i++) {
        uint64_t weight = weight_of(&rt.fibers[i], held_only);
        intended = at < weight ? &rt.fibers[i] : NULL;
        at -= weight;
    }
}

static void release_all(void) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        shares[i].held = false;
    }
}

static void start(const struct plan_view *view) {
    counting_start(view);
    copy = *view;
    plan = &copy;
    shares[0] = (struct share){.weight = expected_of(0)};
    intended = NULL;
}

static struct fiber *uniform_of_free(bool *any) {
    uint64_t offers = 0;
    *any = false;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        bool offered = is_offered(&rt.fibers[i]);
        *any |= offered;
        offers += offered && !shares[i].held;
    }
    uint64_t wanted = offers > 0 ? draw_below(offers) : 0;
    for (uint32_t i = 0; i < rt.fiber_count && offers > 0; i++) {
        if (!shares[i].held && is_offered(&rt.fibers[i]) && wanted-- == 0) {
            return &rt.fibers[i];
        }
    }
    return NULL;
}

static struct fiber *choose(void) {
    if (!intended || !lives(intended)) {
        intend(false);
    }
    for (;;) {
        bool any;
        struct fiber *fiber = uniform_of_free(&any);
        if (!any) {
            return NULL;
        }
        if (!fiber) {
            intend(true);
            release_all();
        } else if (!counts(fiber->pending) || !intended || fiber == intended) {
            return fiber;
        } else {
            shares[fiber->index].held = true;
        }
    }
}

static void hand_over(const struct fiber *parent, const struct fiber *child) {
    struct share *from = &shares[parent->index], *to = &shares[child->index];
    to->weight = expected_of(child->id);
    if (to->weight > from->weight) {
        from->weight = to->weight;
    }
    if (intended == parent && to->weight > 0 && draw_below(from->weight) < to->weight) {
        intended = child;
    }
    from->weight -= to->weight;
}

static void executed(const struct fiber *fiber, const struct heddle_event *event) {
    if (event->kind == HEDDLE_THREAD_CREATE) {
        const struct fiber *child = fiber_by_id((uint32_t)event->object);
        if (child) {
            hand_over(fiber, child);
        }
    }
    if (rt.fiber_count > 1 && plan->head->object_count > 0 && counts(event)) {
        shares[fiber->index].weight -= shares[fiber->index].weight > 0;
        intend(false);
        release_all();
    }
}

const struct policy surw_policy = {.start = start, .choose = choose, .executed = executed};
