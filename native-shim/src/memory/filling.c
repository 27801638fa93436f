#define _GNU_SOURCE
#include "memory/filling.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "base/direct.h"
#include "memory/memory.h"
#include "model/resolve.h"
#include "model/runtime.h"

void *filling_begin(struct filling *filling, void *to, size_t room, uint64_t site) {
    *filling = (struct filling){to, to, room, site};
    if (running() && resolve_is_site(site) && memory_is_watched(to, room)) {
        int saved = errno;
        void *ours = direct_map(NULL, room, MAP_PRIVATE);
        filling->at = ours == MAP_FAILED ? to : ours;
        errno = saved;
    }
    return filling->at;
}

void filling_end(const struct filling *filling, size_t filled) {
    int saved = errno;
    memory_writes(filling->to, filled, filling->site);
    if (filling->at != filling->to) {
        memcpy(filling->to, filling->at, filled);
        direct_unmap(filling->at, filling->room);
    }
    errno = saved;
}
