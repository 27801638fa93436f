/* What threads do that nobody could notice. */
#include "core/vain.h"

#include "model/fiber_state.h"
#include "model/rule.h"
#include "model/runtime.h"
#include "model/shared.h"

uint64_t vain_changes(void) { return rt.shared->plain_writes - rt.stack_writes + rt.local_changes; }

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

void vain_after_event(struct fiber *fiber, const struct heddle_event *event) {
    if (fiber->time.readings_in_vain && !is_vain(event)) {
        fiber->time.readings_in_vain = 0;
    }
    fiber->time.changes = vain_changes();
}
