#include "model/unvaried.h"

#include "base/compiler.h"
#include "base/hot.h"
#include "heddle_abi.h"
#include "model/note.h"
#include "model/resolve.h"
#include "model/runtime.h"

#define MOST_RANKS 4u

HOT static uint64_t last; /* the site noted last in this execution */

static bool is_marked(uint64_t site) {
    return resolve_is_site(site) && UNLIKELY(((const struct heddle_site *)(uintptr_t)site)->kind == HEDDLE_SITE_UNVARIED);
}

/* A note says which function; and whether its other outcomes are explored up to some number of times, or never. */
void unvaried_tell(uint64_t site, const char *function, bool partly) {
    if (site != last) {
        last = site;
        note(HEDDLE_NOTE_UNVARIED, 0, site, partly ? "%s again" : "%s", function);
    }
}

bool unvaried_may_choose(uint64_t site, uint32_t before, const char *function) {
    if (rt.asked.spurious_everywhere && before < rt.asked.spurious) {
        return true;
    }
    if (!is_marked(site)) {
        return false;
    }
    bool more = before < rt.asked.spurious;
    if (!more) {
        unvaried_tell(site, function, rt.asked.spurious > 0);
    }
    return more;
}

void unvaried_never(uint64_t site, const char *function) {
    if (is_marked(site)) {
        unvaried_tell(site, function, false);
    }
}

uint32_t unvaried_ranks(uint64_t site, uint32_t count) {
    uint32_t ranks = count < MOST_RANKS ? count : MOST_RANKS;
    return ranks > 1 && rt.asked.spurious > 0 && is_marked(site) ? ranks : 1;
}

void unvaried_serial(uint64_t site, bool chosen, uint32_t count, uint64_t round) {
    if (is_marked(site) && count > 1 && (!chosen || count > MOST_RANKS || round > 0)) {
        unvaried_tell(site, "pthread_barrier_wait", chosen);
    }
}
