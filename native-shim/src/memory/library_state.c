#include "memory/library_state.h"

#include "core/loops/stack_state.h"
#include "core/schedule.h"
#include "memory/memory.h"
#include "model/fibers/processes.h"
#include "model/operation.h"
#include "model/resolve.h"
#include "model/runtime.h"
#include "model/shared.h"
#include "race/race_report.h"
#include "race/shadow/visible.h"

void memory_state(uint64_t *state, bool changes, uint64_t site) {
    if (resolve_is_site(site)) {
        rt.frame = 0;
        struct heddle_event operation = operation_on(changes ? HEDDLE_ATOMIC_RMW : HEDDLE_ATOMIC_LOAD,
                                                     name_in_process((uint64_t)(uintptr_t)state), sizeof *state, site);
        operation.order = HEDDLE_ORDER_OWN;
        point(&operation);
        spin_clean_stack();
    }
    *state += changes;
}

bool memory_are_quiet(const uint64_t *states, size_t size) {
    return rt.asked.points == HEDDLE_POINTS_AUTO && !visible_now(name_in_process((uint64_t)(uintptr_t)states), size);
}

bool memory_is_quiet(const uint64_t *state) { return memory_are_quiet(state, sizeof *state); }

void memory_quiet_state(uint64_t *state, bool changes, uint64_t site) {
    if (rt.asked.points == HEDDLE_POINTS_SYNC) {
        memory_state(state, changes, site);
        return;
    }
    (changes ? memory_writes : memory_reads)(state, sizeof *state, site);
    *state += changes;
}

void memory_read_aside(const void *address, size_t size, const struct heddle_site *site) {
    uint64_t reads = rt.shared->plain_reads, of_stack = rt.stack_reads;
    on_read(address, size, site);
    rt.shared->plain_reads = reads;
    rt.stack_reads = of_stack;
}

void memory_quiet_look(uint64_t *state, uint64_t site) {
    if (resolve_is_site(site)) {
        memory_read_aside(state, sizeof *state, (const struct heddle_site *)(uintptr_t)site);
        spin_clean_stack(); /* of what it has counted, which differs from one round of a loop to the next */
    }
}

void memory_show_state(const uint64_t *state, uint64_t site) {
    if (resolve_is_site(site)) {
        race_show(rt.current, name_in_process((uint64_t)(uintptr_t)state), sizeof *state, site);
    }
}
