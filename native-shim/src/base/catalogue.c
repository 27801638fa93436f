#include "base/catalogue.h"

const struct catalogue_row catalogue[HEDDLE_LAST_OP + 1] = {
#define ROW(name, code, family, use, traits, form) [code] = {HEDDLE_FAMILY_##family, USE_##use, form, traits},
    HEDDLE_OPERATIONS(ROW)
#undef ROW
};
