#define _GNU_SOURCE
#include "kernel/called.h"

#include "core/schedule.h"
#include "kernel/cancellation.h"
#include "kernel/kernel.h"
#include "kernel/signals.h"
#include "model/runtime.h"

void called_away(struct fiber *fiber, uint64_t condition, uint64_t site) {
    point_on(HEDDLE_COND_BROADCAST, (void *)(uintptr_t)condition, 0, site);
    fiber->called_away = fiber->woken_at == rt.shared->event_count;
}

bool called_begin_wait(uint64_t condition, uint64_t site) {
    struct fiber *self = rt.current;
    bool may_be_cancelled = rt.cancel_possible && !self->uncancellable;
    if (!may_be_cancelled && !rt.handlers_used) {
        return false;
    }
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    bool due = cancel_is_due(self) || (self->signals & ~self->blocked) != 0;
    self->waits_on = due ? 0 : condition;
    self->called_away = false;
    kernel_settle();
    if (due) {
        called_away(self, condition, site);
    }
    return true;
}

void called_end_wait(uint64_t site) {
    struct fiber *self = rt.current;
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    self->waits_on = 0;
    bool away = self->called_away;
    signals_run_handlers();
    kernel_settle();
    if (away) { /* else a signal of the condition variable was meant for it, which must not get lost */
        cancel_if_due();
    }
}
