#include "memory/bounds/meant_for.h"

#include "base/compiler.h"
#include "memory/bounds/outside.h"
#include "model/fibers/fiber_state.h"
#include "model/runtime.h"

void meant_for(const void *address, const void *variable, size_t bytes, int how, const struct heddle_site *site) {
    if (!running()) {
        return;
    }
    struct fiber_meant *meant = &rt.current->meant;
    if (meant->call) { /* those were of an earlier call */
        *meant = (struct fiber_meant){0};
    }
    if (meant->count < MEANT_VARIABLES) {
        meant->variables[meant->count++] = (struct meant_variable){address, variable, bytes, how, site};
    }
}

void meant_by_call(const struct heddle_site *site) {
    if (running() && UNLIKELY(rt.current->meant.count > 0) && rt.current->meant.call == 0) {
        rt.current->meant.call = (uint64_t)(uintptr_t)site;
    }
}

void meant_is_done(void) {
    if (running() && rt.current->meant.call == 0) {
        rt.current->meant.count = 0;
    }
}

/* What begins elsewhere is another object, such as one that the argument points to. */
static bool begins_there(const struct meant_variable *variable, const void *address) {
    uint64_t start = (uint64_t)(uintptr_t)variable->start, at = (uint64_t)(uintptr_t)address;
    return address == variable->argument || at - start < variable->bytes;
}

static bool is_within(const struct meant_variable *variable, const void *address, size_t size) {
    uint64_t offset = (uint64_t)(uintptr_t)address - (uint64_t)(uintptr_t)variable->start;
    return size <= variable->bytes && offset <= variable->bytes - size;
}

void meant_look(const void *address, size_t size, bool writes, uint64_t site) {
    if (size == 0 || !running() || LIKELY(rt.current->meant.count == 0)) {
        return;
    }
    const struct fiber_meant *meant = &rt.current->meant;
    bool is_of_call = meant->call == 0 || meant->call == site;
    for (uint32_t i = 0; is_of_call && i < meant->count; i++) {
        const struct meant_variable *variable = &meant->variables[i];
        if (begins_there(variable, address) && !is_within(variable, address, size)) {
            int how = variable->how | (writes ? HEDDLE_OUTSIDE_WRITES : 0);
            on_outside(address, size, variable->start, variable->bytes, how, variable->site);
        }
    }
}
