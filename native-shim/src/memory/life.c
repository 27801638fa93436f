#include "memory/life.h"

#include "base/compiler.h"
#include "core/schedule.h"
#include "memory/buffered_store.h"
#include "model/addresses.h"
#include "model/fibers/processes.h"
#include "model/fibers/thread_local.h"
#include "model/resolve.h"
#include "model/runtime.h"
#include "race/race.h"
#include "race/shadow/marks.h"
#include "race/shadow/shadow.h"
#include "race/shadow/visible.h"
#include "report/describe.h"

/* Libc may free with a real lock in its hand, which the next thread would wait for. */
static bool is_freed_by_library(uint64_t site) { return rt.asked.points == HEDDLE_POINTS_ALL && !resolve_is_site(site); }

void memory_free(uint64_t address, uint64_t size, uint64_t site) {
    buffered_store_end(address, size, site);
    if (!rt.asked.races || rt.fiber_count == 1 || size == 0) {
        return;
    }
    address = name_in_process(address);
    if (visible_now(address, size) && !is_freed_by_library(site)) {
        rt.current->access.frees = true;
        point_on(HEDDLE_WRITE, (void *)(uintptr_t)address, size, site);
        rt.current->access.frees = false;
    } else {
        if (UNLIKELY(rt.asked.describes)) {
            describe_access(rt.current, address, size, site, false);
        }
        race_access(rt.current, address, size, site, HOW_WRITES | HOW_KNOWN | HOW_ENDS);
    }
}

void memory_change(uint64_t address, uint64_t size, uint64_t site, enum memory_change change) {
    buffered_store_end(address, size, site);
    if (!rt.asked.races || rt.fiber_count == 1 || size == 0) {
        return;
    }
    address = name_in_process(address);
    struct fiber *self = rt.current;
    bool writes = change != MEMORY_KEEPS;
    struct heddle_range part = {address, size};
    if (rt.asked.points == HEDDLE_POINTS_ALL || visible_part(address, size, &part)) {
        self->access.frees = change == MEMORY_ENDS;
        self->access.unreadable = true;
        rt.frame = 0;
        point_on(writes ? HEDDLE_WRITE : HEDDLE_READ, (void *)(uintptr_t)part.address, part.length, site);
        self->access.frees = self->access.unreadable = false;
    }
    if (UNLIKELY(rt.asked.describes)) {
        describe_access(self, address, size, site, true);
    }
    race_access(self, address, size, site,
                (writes ? HOW_WRITES : HOW_READS) | HOW_KNOWN | HOW_BITWISE | (change == MEMORY_ENDS ? HOW_ENDS : 0));
}

static void leave_part(uint64_t start, uint64_t end, uint64_t site) {
    uint64_t used = shadow_next(start, end);
    if (used < end) {
        memory_change(used, end - used, site, MEMORY_ENDS);
        memory_mark(start, end - start, MEMORY_FREED);
    }
}

void memory_leave_thread_local(uint64_t site) {
    if (running() && rt.asked.races && rt.fiber_count > 1) {
        thread_local_each(rt.current, leave_part, site);
        thread_local_end(rt.current); /* what nobody has accessed so far is marked when somebody does */
    }
}

/* The lowest address on the stack of the running thread that instrumented code has accessed; the top if there is none. */
static uint64_t lowest_on_stack(void) {
    uint32_t id = rt.current->stack;
    uint64_t low = name_in_process(fiber_slot(id));
    return address_of_name(shadow_next(low, low + FIBER_STACK_TOP));
}

uint64_t memory_left_on_stack(void) {
    if (!running() || !rt.asked.races || rt.fiber_count == 1 || rt.current->left_above) {
        return 0;
    }
    uint64_t here = (uint64_t)(uintptr_t)__builtin_frame_address(0), lowest = lowest_on_stack();
    return lowest < here ? here - lowest : 0;
}

void memory_leave_stack(uint64_t site) {
    struct fiber *self = rt.current;
    if (!running() || !rt.asked.races || rt.fiber_count == 1 || self->left_above) {
        return;
    }
    uint64_t top = fiber_stack_top(self->stack), start = lowest_on_stack();
    if (start < top) {
        memory_change(start, top - start, site, MEMORY_ENDS);
        memory_mark(start, top - start, MEMORY_FREED);
    }
    self->left_above = start < top ? start : (uint64_t)(uintptr_t)__builtin_frame_address(0);
}
