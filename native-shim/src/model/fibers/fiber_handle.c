#include "model/fibers/fiber_handle.h"

#include <stddef.h>

#include "base/compiler.h"
#include "model/addresses.h"
#include "model/fibers/alike.h"
#include "model/fibers/fiber.h"
#include "model/runtime.h"

/* Who has been given this handle again. */
static struct fiber *heir(uint64_t handle) {
    uint32_t index = rt.fiber_count - 1;
    while (index > 0 && rt.fibers[index].handle != handle) {
        index--;
    }
    return index > 0 ? &rt.fibers[index] : NULL;
}

/* A process that was forked begins with a copy of a thread, which has the handle of that one. */
static struct fiber *first_of_process(uint64_t handle) {
    uint32_t i = 0;
    while (i < rt.fiber_count && (rt.fibers[i].process != rt.current->process || rt.fibers[i].handle != handle)) {
        i++;
    }
    return i < rt.fiber_count ? &rt.fibers[i] : NULL;
}

struct fiber *fiber_to_join(uint64_t handle) {
    struct fiber *own = UNLIKELY(rt.processes) ? first_of_process(handle) : NULL;
    if (own) {
        return own;
    }
    if (handle == rt.fibers[0].fs) {
        return &rt.fibers[0];
    }
    uint64_t offset = handle - FIBER_SLOTS;
    if (handle < FIBER_SLOTS || offset % FIBER_SLOT_SIZE != 0 || offset / FIBER_SLOT_SIZE > MAX_THREAD_ID) {
        return NULL;
    }
    struct fiber *first = fiber_by_id((uint32_t)(offset / FIBER_SLOT_SIZE));
    return !first || first->handle == handle ? first : heir(handle);
}

struct fiber *fiber_by_handle(uint64_t handle) {
    struct fiber *fiber = fiber_to_join(handle);
    if (fiber) {
        alike_told_apart(fiber);
    }
    return fiber;
}

enum heddle_fault fiber_handle_fault(const struct fiber *fiber) {
    return fiber->joined                      ? HEDDLE_FAULT_JOINED_ALREADY
           : fiber->detached && fiber->exited ? HEDDLE_FAULT_DETACHED_AND_ENDED
                                              : HEDDLE_FAULT_NONE;
}
