#define _GNU_SOURCE
#include "kernel/cancellation/cancellation.h"

#include <pthread.h>

#include "base/symbols.h"
#include "kernel/readiness/kernel.h"
#include "kernel/signals/signals.h"
#include "model/runtime.h"

void cancel_prepare(void) {
    static const char *const cancels[] = {"pthread_cancel", NULL};
    static const char *const sets_type[] = {"pthread_setcanceltype", NULL};
    rt.cancel_possible = symbols_are_referred_to(cancels);
    rt.cancel_types = rt.cancel_possible && symbols_are_referred_to(sets_type);
}

bool cancel_is_due(const struct fiber *fiber) { return fiber->cancel.requested && !fiber->cancel.disabled; }

bool cancel_is_asynchronous(const struct fiber *fiber) {
    return fiber->cancel.asynchronous && rt.cancel_possible && !fiber->cancel.disabled;
}

uint64_t cancel_interrupts(uint64_t site) { return cancel_is_asynchronous(rt.current) ? signals_interrupt(site) : 0; }

void cancel_if_due(void) {
    if (cancel_is_due(rt.current)) {
        kernel_told(HEDDLE_CANCELLED);
        kernel_settle();
        rt.current->cancel.disabled = true;
        pthread_exit(PTHREAD_CANCELED);
    }
}
