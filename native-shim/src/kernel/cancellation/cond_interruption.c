#define _GNU_SOURCE
#include "kernel/cancellation/cond_interruption.h"

#include "base/compiler.h"
#include "core/schedule.h"
#include "kernel/cancellation/cancellation.h"
#include "kernel/readiness/kernel.h"
#include "kernel/signals/signal_handler.h"
#include "kernel/signals/signal_look.h"
#include "model/fibers/processes.h"
#include "model/runtime.h"

void cond_interrupt(struct fiber *fiber, uint64_t condition, uint64_t site) {
    if (UNLIKELY(rt.processes)) {
        processes_name_for(fiber->process);
    }
    point_on(HEDDLE_COND_BROADCAST, (void *)(uintptr_t)condition, 0, site);
    fiber->wait.interrupted = fiber->wait.woken_at == rt.shared->event_count;
}

bool cond_interruption_begin(uint64_t condition, uint64_t site) {
    struct fiber *self = rt.current;
    bool may_be_cancelled = rt.program.cancels && !self->cancel.disabled;
    if (!may_be_cancelled && !rt.seen.signals_told) {
        return false;
    }
    self->wait.interrupted = false;
    bool due = rt.seen.signals_told && signals_interrupt_wait(condition, site);
    due |= may_be_cancelled && signals_cancel_wait(condition, site);
    if (due) {
        cond_interrupt(self, condition, site);
    }
    return true;
}

void cond_interruption_end(uint64_t site) {
    struct fiber *self = rt.current;
    bool interrupted = self->wait.interrupted;
    bool may_be_cancelled = self->wait.cancels != 0;
    if (rt.seen.signals_told && signals_interrupt_wait(0, site)) {
        signals_run_handlers();
        kernel_settle();
    }
    /* Unless it was interrupted, a signal of the condition variable was meant for it, which must not get lost. */
    if (may_be_cancelled && signals_cancel_wait(0, site) && interrupted) {
        cancel_if_due();
    }
}
