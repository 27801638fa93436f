/* What threads do that nobody could notice. */
#include "core/loops/vain.h"

#include "model/fibers/fiber_state.h"
#include "model/fibers/running_stack.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "model/shared.h"

uint64_t vain_changes(void) { return unseen_changes() - rt.counting_writes; }

void vain_before_event(struct fiber *fiber) {
    if (fiber->time.readings_in_vain && vain_changes() != fiber->time.changes) {
        fiber->time.readings_in_vain = 0;
    }
}

bool is_vain(const struct heddle_event *event) {
    switch (rules[event->kind]->vain) {
        case VAIN:
            return true;
        case VAIN_IF_ZERO:
            return event->result == 0;
        case VAIN_UNLESS_ZERO:
            return event->result != 0;
        default:
            return false;
    }
}

/* As where such an access is no event. */
static bool is_own_write(const struct fiber *fiber, const struct heddle_event *event) {
    return event->kind == HEDDLE_WRITE && is_on_running_stack(fiber, event->object);
}

void vain_after_event(struct fiber *fiber, const struct heddle_event *event) {
    if (fiber->time.readings_in_vain && !is_vain(event) && !is_own_write(fiber, event)) {
        fiber->time.readings_in_vain = 0;
    }
    fiber->time.changes = vain_changes();
}
