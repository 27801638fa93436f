#define _GNU_SOURCE
#include "kernel/cancellation.h"

#include <pthread.h>

#include "base/symbols.h"
#include "kernel/kernel.h"
#include "model/runtime.h"

void cancel_prepare(void) {
    static const char *const names[] = {"pthread_cancel", NULL};
    rt.cancel_possible = symbols_are_referred_to(names);
}

bool cancel_is_due(const struct fiber *fiber) { return fiber->cancel.requested && !fiber->cancel.disabled; }

bool cancel_is_asynchronous(const struct fiber *fiber) {
    return fiber->cancel.asynchronous && rt.cancel_possible && !fiber->cancel.disabled;
}

void cancel_if_due(void) {
    if (cancel_is_due(rt.current)) {
        kernel_settle();
        rt.current->cancel.disabled = true;
        pthread_exit(PTHREAD_CANCELED);
    }
}
