/* Yields. */
#define _GNU_SOURCE
#include "sync/threads/yield.h"

#include "base/compiler.h"
#include "base/real.h"
#include "core/loops/stack_state.h"
#include "core/schedule.h"
#include "model/rule.h"
#include "model/runtime.h"

RULE(YIELD) = {.vain = VAIN, .after_signals = true, .repeatable = true};

static int yield(uint64_t site) {
    point_on(HEDDLE_YIELD, NULL, 0, site);
    spin_clean_stack();
    return 0;
}

void yield_in_endless_loop(const struct heddle_site *site) { yield((uint64_t)(uintptr_t)site); }

/* ---- the interposed functions ---- */

EXPORT int sched_yield(void) {
    uint64_t site = SITE();
    return running() ? yield(site) : REAL(sched_yield)();
}

/* <pthread.h> declares pthread_yield as another name of sched_yield, so it needs its symbol's name set. */
EXPORT int old_pthread_yield(void) __asm__("pthread_yield");
int old_pthread_yield(void) {
    uint64_t site = SITE();
    return running() ? yield(site) : REAL(sched_yield)();
}
