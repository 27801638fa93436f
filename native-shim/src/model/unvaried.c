#include "model/unvaried.h"

#include "base/compiler.h"
#include "base/hot.h"
#include "heddle_abi.h"
#include "model/note.h"
#include "model/resolve.h"
#include "model/runtime.h"

HOT static uint64_t last; /* the site noted last in this execution */

static void tell(uint64_t site, const char *function) {
    if (site == last || !resolve_is_site(site) ||
        LIKELY(((const struct heddle_site *)(uintptr_t)site)->kind != HEDDLE_SITE_UNVARIED)) {
        return;
    }
    last = site;
    note(HEDDLE_NOTE_UNVARIED, 0, site, "%s", function);
}

void unvaried_serial(uint64_t site, const char *function) { tell(site, function); }

void unvaried_spurious(uint64_t site, const char *function) {
    if (rt.spurious == 0) {
        tell(site, function);
    }
}
