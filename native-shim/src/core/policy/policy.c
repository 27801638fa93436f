/* Sampling policies. A whole execution is drawn from one seed; equal seeds and parameters give equal executions.
 *
 *   RANDOM  at each step a thread drawn uniformly from those enabled
 *   PCT     random priorities, the highest runs; at d-1 random steps of k it drops below all others (Burckhardt, Kothari,
 *           Musuvathi, Nagarakatte, "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs", ASPLOS 2010).
 *           Where the plan names objects, steps are counted at their accesses only (PCTVB: Bindal, Bansal, Lal,
 *           "Variable and Thread Bounding for Systematic Testing of Multithreaded Programs", ISSTA 2013)
 *   POS     a random priority for each pending operation, drawn anew for its thread and for what is dependent with it
 *           once it has been executed (Yuan, Yang, Gu, "Partial Order Aware Concurrency Sampling", CAV 2018)
 *   SURW    see surw.c
 *   FAIR    a thread goes on for a limited number of events, then the next in order of creation does
 *   PRIORITY fixed priorities for threads and, once preempted, for what is left of them (ISSTA 2013, section 4)
 *   DELAY   in order of creation, each thread as long as it can, with d random delays (Emmi, Qadeer, Rakamaric, POPL 2011)
 */
#include "core/policy/policy.h"

#include "core/candidates.h"
#include "model/dependence.h"
#include "model/plan.h"
#include "model/runtime.h"
#include "model/shared.h"

#define MOST_CHANGES 64
#define PATIENCE 1000 /* steps in a row, beyond twice the expected length, after which PCT drops a thread */

static const struct heddle_plan *head;
static const struct heddle_weight *objects, *weights;
static uint64_t state;
static uint64_t priorities[MAX_FIBERS];
static uint32_t known;   /* fibers that have a priority */
static uint64_t counted; /* counting events so far */
static uint64_t changes[MOST_CHANGES];
static uint32_t change_count;
static uint64_t in_a_row;
static uint64_t lowest = UINT64_C(1) << 62; /* of threads that were dropped for going on too long */

/* SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t draw(void) {
    uint64_t z = state += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

uint64_t policy_below(uint64_t bound) { return (uint64_t)((unsigned __int128)draw() * bound >> 64); }

bool policy_counts(const struct heddle_event *pending) {
    if (head->object_count == 0) {
        return true;
    }
    struct touched touched[2];
    int count = touches(pending, touched);
    for (int t = 0; t < count; t++) {
        for (uint32_t o = 0; o < head->object_count; o++) {
            if (objects[o].name - touched[t].object < touched[t].length) {
                return true;
            }
        }
    }
    return false;
}

void policy_start(const struct plan_view *plan) {
    head = plan->head;
    objects = plan->objects;
    weights = plan->weights;
    state = head->policy_seed;
    uint32_t wanted = head->policy == HEDDLE_POLICY_DELAY ? head->depth : head->depth > 0 ? head->depth - 1 : 0;
    if (head->policy == HEDDLE_POLICY_PCT || head->policy == HEDDLE_POLICY_DELAY) {
        for (; change_count < wanted && change_count < MOST_CHANGES; change_count++) {
            changes[change_count] = policy_below(head->length > 0 ? head->length : 1);
        }
    }
    if (head->policy == HEDDLE_POLICY_SURW) {
        surw_start(plan);
    }
}

static uint64_t random_priority(void) { return draw() | UINT64_C(1) << 63; }

static uint64_t fixed_priority(const struct fiber *fiber) {
    uint64_t fragment = 0;
    for (uint32_t i = 0; i < head->weight_count; i++) {
        fragment = weights[i].name == fiber->id ? weights[i].weight : fragment;
    }
    uint64_t saved = state;
    state = head->policy_seed ^ (uint64_t)fiber->id << 32 ^ fragment;
    draw();
    uint64_t priority = random_priority();
    state = saved;
    return priority;
}

static struct fiber *uniform(void) {
    uint64_t offers = 0;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        offers += is_offered(&rt.fibers[i]);
    }
    uint64_t wanted = offers > 0 ? policy_below(offers) : 0;
    for (uint32_t i = 0; i < rt.fiber_count && offers > 0; i++) {
        if (is_offered(&rt.fibers[i]) && wanted-- == 0) {
            return &rt.fibers[i];
        }
    }
    return NULL;
}

static struct fiber *highest(void) {
    for (; known < rt.fiber_count; known++) {
        priorities[known] =
            head->policy == HEDDLE_POLICY_PRIORITY ? fixed_priority(&rt.fibers[known]) : random_priority();
    }
    struct fiber *best = NULL;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if ((!best || priorities[i] > priorities[best->index]) && is_offered(&rt.fibers[i])) {
            best = &rt.fibers[i];
        }
    }
    return best;
}

/* Which change falls on the next counting event; each falls once. */
static bool take_change(uint32_t *which) {
    for (uint32_t i = 0; i < change_count; i++) {
        if (changes[i] == counted) {
            changes[i] = UINT64_MAX;
            *which = i;
            return true;
        }
    }
    return false;
}

static struct fiber *pct(void) {
    for (;;) {
        struct fiber *best = highest();
        if (!best) {
            return NULL;
        }
        in_a_row = best == rt.current ? in_a_row + 1 : 0;
        uint32_t change;
        if (in_a_row > PATIENCE + 2 * (uint64_t)head->length) {
            priorities[best->index] = lowest--; /* far beyond the length that the guarantee speaks of */
            in_a_row = 0;
        } else if (policy_counts(best->pending) && take_change(&change)) {
            priorities[best->index] = change + 1;
        } else {
            return best;
        }
    }
}

static struct fiber *fixed(void) {
    for (;;) {
        struct fiber *best = highest();
        in_a_row = best && best == rt.current ? in_a_row + 1 : 0;
        if (!best || in_a_row <= PATIENCE) {
            return best;
        }
        priorities[best->index] = lowest--; /* it may be waiting for another one in a loop */
        in_a_row = 0;
    }
}

static struct fiber *fair(void) {
    bool yielded = rt.current->pending->kind == HEDDLE_YIELD || rt.current->pending->kind == HEDDLE_SLEEP;
    uint32_t start = in_a_row >= head->depth || yielded ? 1 : 0;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        struct fiber *fiber = &rt.fibers[(rt.current->index + start + i) % rt.fiber_count];
        if (is_offered(fiber)) {
            in_a_row = fiber == rt.current ? in_a_row + 1 : 1;
            return fiber;
        }
    }
    return NULL;
}

static struct fiber *delay(void) {
    uint32_t from = rt.current->index, change;
    bool delayed = take_change(&change);
    struct fiber *first = NULL;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        struct fiber *fiber = &rt.fibers[(from + i) % rt.fiber_count];
        if (is_offered(fiber)) {
            if (!delayed) {
                return fiber;
            }
            delayed = take_change(&change);
            first = first ? first : fiber;
        }
    }
    return first;
}

struct fiber *policy_choose(int32_t *alternative) {
    struct fiber *chosen = NULL;
    switch ((enum heddle_policy)head->policy) {
        case HEDDLE_POLICY_PCT:
            chosen = pct();
            break;
        case HEDDLE_POLICY_POS:
            chosen = highest();
            break;
        case HEDDLE_POLICY_SURW:
            chosen = surw_choose();
            break;
        case HEDDLE_POLICY_DELAY:
            chosen = delay();
            break;
        case HEDDLE_POLICY_FAIR:
            chosen = fair();
            break;
        case HEDDLE_POLICY_PRIORITY:
            chosen = fixed();
            break;
        case HEDDLE_POLICY_RANDOM:
        case HEDDLE_POLICY_CONTINUE:
            chosen = uniform();
            break;
    }
    if (!chosen) {
        *alternative = HEDDLE_ALT_TIMEOUT;
        return last_resort();
    }
    *alternative = draw_alternative(chosen, policy_below);
    return chosen;
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

static void draw_again(const struct fiber *executed, const struct heddle_event *event) {
    for (uint32_t i = 0; i < known; i++) {
        const struct heddle_event *pending = rt.fibers[i].pending;
        if (i == executed->index || (pending->kind != 0 && may_depend(pending, event))) {
            priorities[i] = random_priority();
        }
    }
}

void policy_executed(const struct fiber *fiber, const struct heddle_event *event) {
    bool counts = policy_counts(event);
    counted += counts;
    if (head->policy == HEDDLE_POLICY_POS) {
        draw_again(fiber, event);
    } else if (head->policy == HEDDLE_POLICY_SURW) {
        surw_executed(fiber, event, counts);
    }
}
