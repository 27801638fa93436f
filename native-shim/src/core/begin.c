#include "core/begin.h"

#include <stddef.h>

#include "core/candidates.h"
#include "core/schedule.h"
#include "model/note.h"
#include "model/operation.h"
#include "model/rule.h"
#include "model/runtime.h"

RULE(BEGIN) = {0};

void begin_exploring(uint64_t site) {
    if (rt.seen.begin) {
        return;
    }
    if (rt.section) {
        unmodelled("heddle_begin() within an atomic section", site);
    }
    if (outside.before_begin) {
        outside.before_begin();
    }
    point_on(HEDDLE_BEGIN, NULL, 0, site);
    rt.seen.begin = true;
}
