#include "core/progress.h"

#include <stddef.h>

#include "core/schedule.h"
#include "model/rule.h"

RULE(PROGRESS) = {.repeatable = true};

void progress_told(uint64_t site) { point_on(HEDDLE_PROGRESS, NULL, 0, site); }
