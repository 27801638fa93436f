#include "core/section.h"

#include "base/invariant.h"
#include "core/schedule.h"
#include "model/note.h"
#include "model/operation.h"
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

void section_begin(uint64_t site) { section_begin_as(0, 0, site); }

void section_end(uint64_t site) {
    bool is_of_call = rt.section && rt.section->call.is_section && depth == 1; /* which ends with the call */
    if (!rt.section || is_of_call) {
        unmodelled("heddle_atomic_end without a heddle_atomic_begin before it", site);
    }
    section_end_as(0, 0, site);
}

void section_begin_as(uint64_t object, uint64_t said, uint64_t site) {
    if (!rt.section || rt.whole) { /* a critical section that was to go on as one event is none any more */
        struct heddle_event begin = operation_with(HEDDLE_SECTION_BEGIN, 0, object, said, site);
        point(&begin);
        depth = 0;
    }
    depth++;
}

void section_end_as(uint64_t object, uint64_t said, uint64_t site) {
    INVARIANT(rt.section && depth > 0);
    if (--depth == 0) {
        struct heddle_event end = operation_with(HEDDLE_SECTION_END, 0, object, said, site);
        point(&end);
    }
}
