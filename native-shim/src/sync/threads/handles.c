#include "sync/threads/handles.h"

#include "memory/given_again.h"
#include "model/runtime.h"

uint64_t handles_choose(uint32_t id, uint64_t site) {
    struct fiber_handles *own = &rt.current->handles;
    if (own->last_joined) {
        given_again_choose(GIVEN_HANDLES, &own->again, site);
    }
    return own->last_joined && own->again == GIVES_AGAIN ? own->last_joined->handle : fiber_slot(id);
}

void handles_given(struct fiber *child, uint64_t handle) {
    struct fiber_handles *own = &rt.current->handles;
    struct fiber *ended = own->last_joined;
    if (!ended) {
        return;
    }
    own->last_joined = ended->handles.joined_before;
    child->handles.in_place_of = ended;
    if (handle == ended->handle) {
        ended->handle = 0;
        child->handle = handle;
    } else {
        child->handle_instead = ended->handle;
    }
}

void handles_joined(struct fiber *ended) {
    struct fiber_handles *own = &rt.current->handles;
    ended->handles.joined_before = own->last_joined;
    own->last_joined = ended;
}
