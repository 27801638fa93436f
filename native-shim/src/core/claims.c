#include "core/claims.h"

#include "base/compiler.h"
#include "base/hot.h"
#include "core/candidates.h"
#include "core/loops/stack_state.h"
#include "model/ending.h"
#include "model/fibers/running_stack.h"
#include "model/note.h"
#include "model/runtime.h"
#include "model/shared.h"
#include "race/race_report.h"
#include "race/shadow/shadow.h"
#include "race/shadow/visible.h"

#define MOST_CLAIMS 64u
#define NO_EPOCH UINT64_MAX
#define FUNCTIONS "heddle_never or heddle_eventually"

static struct one {
    heddle_condition_fn *condition;
    void *argument;
    const char *text;
    uint64_t site;
    enum claim claim;
    bool has_held;
} all[MOST_CLAIMS];
HOT static uint32_t count;
HOT static const struct one *looks_at; /* the claim whose condition is looked at */
HOT static bool may_differ; /* from what was found when conditions were looked at last */
HOT static bool limits_told, fork_told;
HOT static bool reads_unseen; /* they read memory whose plain accesses are not visible yet */
HOT static bool overlooks; /* they have done so: a condition may have held unseen */

static void tell_unseen(bool *is_told, const char *where, uint64_t site) {
    if (!*is_told) {
        *is_told = true;
        note(HEDDLE_NOTE_UNSEEN, 0, site, "claims about memory %s", where);
    }
}

/* Not every state is looked at. */
static void tell_limits(uint64_t site) {
    if (rt.asked.points == HEDDLE_POINTS_SYNC) {
        tell_unseen(&limits_told, "between operations of synchronisation", site);
    } else if (rt.asked.buffers || rt.asked.older) {
        tell_unseen(&limits_told, "under a weaker memory model", site);
    }
}

void claim_add(enum claim claim, heddle_condition_fn *condition, void *argument, const char *text, uint64_t site) {
    if (rt.fiber_count > 1) {
        unmodelled(FUNCTIONS " after the first pthread_create: make claims before it", site);
    }
    if (count == MOST_CLAIMS) {
        out_of("calls of " FUNCTIONS, MOST_CLAIMS);
    }
    all[count++] = (struct one){.condition = condition, .argument = argument, .text = text, .site = site, .claim = claim};
    rt.seen.claims = may_differ = true;
}

static bool holds(const struct one *one) {
    looks_at = one;
    rt.shared->judges_from = one->site;
    rt.shared->judges = JUDGES_MEMORY;
    uint64_t epoch = shadow_fast.epoch;
    shadow_fast.epoch = NO_EPOCH; /* every read is announced */
    enum mode mode = rt.mode;
    rt.mode = MODE_PASSIVE; /* nothing that it calls is an operation */
    rt.looks = true;
    bool is_so = one->condition(one->argument) != 0;
    rt.looks = false;
    rt.mode = mode;
    shadow_fast.epoch = epoch;
    rt.shared->judges = NO_JUDGE;
    return is_so;
}

static void look_at(struct one *one) {
    if (one->has_held || !holds(one)) {
        return;
    }
    one->has_held = true;
    if (one->claim == CLAIM_NEVER) {
        outside.claim_fails(one->text, one->site);
    }
}

void claims_look(void) {
    bool midway = rt.looks || (rt.section && !rt.whole) || this_process() != 0;
    if (!may_differ || midway) {
        return;
    }
    tell_limits(all[0].site);
    reads_unseen = false;
    may_differ = false;
    for (uint32_t i = 0; i < count; i++) {
        look_at(&all[i]);
    }
    may_differ = reads_unseen;
    overlooks |= reads_unseen;
    spin_clean_stack();
}

void claims_forked(uint64_t site) { tell_unseen(&fork_told, "in a forked process", site); }

bool claims_hold(void) {
    if (overlooks && rt.asked.points == HEDDLE_POINTS_AUTO) {
        return true; /* the exploration begins again, with this memory visible */
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct one *one = &all[i];
        if (one->claim == CLAIM_EVENTUALLY && !one->has_held) {
            note(HEDDLE_NOTE_ASSERTION, 0, one->site, "%s", one->text);
            return false;
        }
    }
    return true;
}

static bool is_own(const volatile void *address) { return is_on_running_stack(rt.current, (uint64_t)(uintptr_t)address); }

void claims_read(const volatile void *address, size_t size, const struct heddle_site *site) {
    uint64_t at = (uint64_t)(uintptr_t)address;
    struct heddle_range seen;
    if (size == 0 || is_own(address) || rt.asked.points == HEDDLE_POINTS_ALL ||
        (visible_part(at, size, &seen) && seen.address == at && seen.length == size)) {
        return;
    }
    reads_unseen = true;
    race_show(rt.current, at, size, (uint64_t)(uintptr_t)site);
}

void claims_written(const volatile void *address, size_t size, const struct heddle_site *site) {
    (void)site;
    if (size != 0 && !is_own(address)) {
        rt.looks = false;
        rt.mode = MODE_RUNNING;
        unmodelled(FUNCTIONS " of a condition that changes memory", looks_at->site);
    }
}

bool claims_meet(enum heddle_op kind, uint64_t address, uint64_t size) {
    bool writes = kind != HEDDLE_READ && kind != HEDDLE_ATOMIC_LOAD;
    return writes && (rt.asked.points != HEDDLE_POINTS_AUTO || visible_any(address, size));
}

void claims_may_differ(void) { may_differ = true; }
