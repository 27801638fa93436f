#include "core/failures.h"

#include "base/compiler.h"
#include "base/hot.h"
#include "core/schedule.h"
#include "model/ending.h"
#include "model/operation.h"
#include "model/resolve.h"
#include "model/runtime.h"

HOT static uint32_t failed[HEDDLE_FAILING_KINDS + 1]; /* in this execution; the last one: in all */

static uint32_t most(uint32_t what) { return (uint32_t)(rt.asked.failures >> 8 * what & 0xff); }

bool call_fails(enum heddle_failing what, uint64_t site) {
    if (LIKELY(most(what) == 0) || !running() || rt.section || !resolve_is_site(site)) {
        return false;
    }
    uint8_t *own = rt.current->seen.failed;
    uint32_t all = HEDDLE_FAILING_KINDS;
    if (own[what] >= most(what) || (most(all) && own[all] >= most(all))) {
        return false;
    }
    struct heddle_event choice = operation_with(HEDDLE_CHOOSE, 0, HEDDLE_FAILS, 2, site);
    if (point(&choice)->alternative <= 0) {
        return false;
    }
    own[what]++;
    own[all]++;
    if (++failed[what] > most(what) || (++failed[all] > most(all) && most(all))) {
        end_execution(HEDDLE_ASSUMPTION);
    }
    return true;
}
