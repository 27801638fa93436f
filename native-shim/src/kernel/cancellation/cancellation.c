#include "kernel/cancellation/cancellation.h"

#include "base/symbols.h"
#include "core/candidates.h"
#include "kernel/readiness/held.h"
#include "kernel/readiness/kernel.h"
#include "model/runtime.h"

void cancel_prepare(void) {
    static const char *const cancels[] = {"pthread_cancel", NULL};
    static const char *const sets_type[] = {"pthread_setcanceltype", NULL};
    rt.program.cancels = symbols_are_referred_to(cancels);
    rt.program.cancel_types = rt.program.cancels && symbols_are_referred_to(sets_type);
}

bool cancel_is_due(const struct fiber *fiber) { return fiber->cancel.requested && !fiber->cancel.disabled; }

bool cancel_is_asynchronous(const struct fiber *fiber) {
    return fiber->cancel.asynchronous && rt.program.cancels && !fiber->cancel.disabled;
}

void cancel_if_due(void) {
    if (cancel_is_due(rt.current)) {
        kernel_told(HEDDLE_CANCELLED);
        kernel_settle();
        rt.current->cancel.disabled = true;
        held_abandon(0);
        outside.end_cancelled();
    }
}
