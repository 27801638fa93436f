/* Which rule stands for which kind of operation. */
#include "model/rule.h"

const struct rule *const rules[256] = {
#define ROW(name, code, family, use, traits, form) [code] = &rule_of_##name,
    HEDDLE_OPERATIONS(ROW)
#undef ROW
};
