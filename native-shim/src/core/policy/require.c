/* Partial order sampling, in which operations wait until they meet what the plan requires: that one operation reads what another one has
 * left, or that it does not. After Wolff, Duck, Roychoudhury, "Greybox Fuzzing for Concurrency Testing" (ASPLOS 2024), section 4. A place of
 * the source stands for all operations there. Where everybody waits, anybody goes. */
#include <stddef.h>

#include "core/policy/pos.h"
#include "core/policy/priorities.h"
#include "model/dependence.h"
#include "model/plan.h"
#include "model/runtime.h"

#define MOST 16 /* what goes beyond is not looked at */

struct required {
    struct heddle_requirement what;
    uint64_t last; /* where the object was last changed; 0: nowhere */
    bool is_met; /* an operation has read what was wanted */
};

static struct required required[MOST];
static uint32_t count;

/* How it uses the object; NULL: not at all. */
static const struct touched *on(uint64_t object, const struct touched *touched, int uses) {
    for (int i = 0; i < uses; i++) {
        if (object - touched[i].object < touched[i].length) {
            return &touched[i];
        }
    }
    return NULL;
}

static bool holds(const struct required *r) { return (r->last == r->what.from) == (r->what.wanted != 0); }

/* Whether the operation, which is the reader or changes the object, is to wait. */
static bool is_against(const struct required *r, const struct heddle_event *pending, enum access access) {
    if (pending->site == r->what.site) {
        return !holds(r) && (!r->what.wanted || r->what.from != 0); /* what has been changed is never unchanged again */
    }
    if (access == READS) {
        return false;
    }
    return r->what.wanted ? holds(r) : pending->site == r->what.from; /* it would spoil what is to be read */
}

static bool goes_on(const struct fiber *fiber) {
    struct touched touched[MOST_THINGS];
    int uses = touches(fiber->pending, touched);
    for (uint32_t i = 0; i < count; i++) {
        const struct touched *use = required[i].is_met ? NULL : on(required[i].what.object, touched, uses);
        if (use && is_against(&required[i], fiber->pending, use->access)) {
            return false;
        }
    }
    return true;
}

static struct fiber *choose(void) {
    struct fiber *best = highest_priority_where(goes_on);
    return best ? best : highest_priority();
}

static void start(const struct plan_view *plan) {
    pos_start(plan);
    count = plan->head->requirement_count < MOST ? plan->head->requirement_count : MOST;
    for (uint32_t i = 0; i < count; i++) {
        required[i] = (struct required){.what = plan->requirements[i]};
    }
}

static void executed(const struct fiber *fiber, const struct heddle_event *event) {
    pos_executed(fiber, event);
    struct touched touched[MOST_THINGS];
    int uses = touches(event, touched);
    for (uint32_t i = 0; i < count; i++) {
        struct required *r = &required[i];
        const struct touched *use = on(r->what.object, touched, uses);
        if (!use) {
            continue;
        }
        r->is_met |= r->what.wanted && event->site == r->what.site && holds(r);
        if (use->access != READS) {
            r->last = event->site;
        }
    }
}

const struct policy require_policy = {.start = start, .choose = choose, .executed = executed};
