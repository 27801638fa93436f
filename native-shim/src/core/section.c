#include "core/section.h"

#include "base/invariant.h"
#include "core/schedule.h"
#include "model/note.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "race/order.h"

static uint32_t depth; /* of the running section; one that others are nested in has 1 */

static void begin_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)event;
    INVARIANT(!rt.section);
    rt.section = fiber;
}
RULE(SECTION_BEGIN) = {.apply = begin_apply, .acquires = order_enter_section};

static void end_apply(struct fiber *fiber, struct heddle_event *event) {
    (void)event;
    INVARIANT(rt.section == fiber);
    rt.section = NULL;
}
RULE(SECTION_END) = {.apply = end_apply, .releases = order_leave_section};

void section_begin(uint64_t site) {
    if (!rt.section || rt.whole) { /* a critical section that was to go on as one event is none any more */
        point_on(HEDDLE_SECTION_BEGIN, NULL, 0, site);
        depth = 0;
    }
    depth++;
}

void section_end(uint64_t site) {
    if (!rt.section) {
        unmodelled("heddle_atomic_end without a heddle_atomic_begin before it", site);
    }
    INVARIANT(depth > 0);
    if (--depth == 0) {
        point_on(HEDDLE_SECTION_END, NULL, 0, site);
    }
}
