#define _GNU_SOURCE
#include "kernel/cond_interruption.h"

#include "core/schedule.h"
#include "kernel/cancellation.h"
#include "kernel/kernel.h"
#include "kernel/signals.h"
#include "model/runtime.h"

void cond_interrupt(struct fiber *fiber, uint64_t condition, uint64_t site) {
    point_on(HEDDLE_COND_BROADCAST, (void *)(uintptr_t)condition, 0, site);
    fiber->wait.interrupted = fiber->wait.woken_at == rt.shared->event_count;
}

bool cond_interruption_begin(uint64_t condition, uint64_t site) {
    struct fiber *self = rt.current;
    bool may_be_cancelled = rt.cancel_possible && !self->cancel.disabled;
    if (!may_be_cancelled && !rt.handlers_used) {
        return false;
    }
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    bool due = cancel_is_due(self) || (self->signal.pending & ~self->signal.blocked) != 0;
    self->wait.condition = due ? 0 : condition;
    self->wait.interrupted = false;
    kernel_settle();
    if (due) {
        cond_interrupt(self, condition, site);
    }
    return true;
}

void cond_interruption_end(uint64_t site) {
    struct fiber *self = rt.current;
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    self->wait.condition = 0;
    bool interrupted = self->wait.interrupted;
    signals_run_handlers();
    kernel_settle();
    if (interrupted) { /* else a signal of the condition variable was meant for it, which must not get lost */
        cancel_if_due();
    }
}
