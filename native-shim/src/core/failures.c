#include "core/failures.h"

#include <errno.h>

#include "base/compiler.h"
#include "base/hot.h"
#include "core/schedule.h"
#include "model/ending.h"
#include "model/operation.h"
#include "model/resolve.h"
#include "model/runtime.h"

#define ALL HEDDLE_FAILING_KINDS

HOT static uint32_t failed[HEDDLE_FAILING_KINDS + 1]; /* in this execution; the last one: in all */

static uint32_t most(uint32_t what) {
    return (uint32_t)(rt.asked.failures >> HEDDLE_FAILING_BITS * what & ((1u << HEDDLE_FAILING_BITS) - 1));
}

/* Not within atomic sections, but within operations one at a time: what fails there is what may fail among other operations. */
static bool is_in_section(void) { return rt.section && !rt.current->call.is_section; }

bool calls_may_fail(enum heddle_failing what, uint64_t site) {
    if (LIKELY(most(what) == 0) || !running() || is_in_section() || !resolve_is_site(site)) {
        return false;
    }
    const uint8_t *own = rt.current->seen.failed;
    return own[what] < most(what) && (!most(ALL) || own[ALL] < most(ALL));
}

bool failures_are_asked_for_by_name(void) { return most(ALL) == 0; }

static uint32_t count_of(uint64_t ways) {
    uint32_t count = 0;
    for (; ways; ways >>= 8) {
        count++;
    }
    return count;
}

int call_fails(enum heddle_failing what, uint64_t ways, uint64_t site) {
    if (LIKELY(!calls_may_fail(what, site)) || ways == 0) {
        return 0;
    }
    struct heddle_event choice = operation_with(HEDDLE_CHOOSE, ways, HEDDLE_FAILS, count_of(ways) + 1, site);
    int32_t way = point(&choice)->alternative;
    if (way <= 0) {
        return 0;
    }
    rt.current->seen.failed[what]++;
    rt.current->seen.failed[ALL]++;
    if (++failed[what] > most(what) || (++failed[ALL] > most(ALL) && most(ALL))) {
        end_execution(HEDDLE_ASSUMPTION);
    }
    return (int)(ways >> 8 * (uint32_t)(way - 1) & 0xff);
}

bool call_fails_with(enum heddle_failing what, uint64_t error, uint64_t site) {
    int fails = call_fails(what, error, site);
    if (UNLIKELY(fails != 0)) {
        errno = fails;
    }
    return fails != 0;
}
