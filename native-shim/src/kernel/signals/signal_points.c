/* Where handlers run, and cancelled threads end: before operations, effects and calls. */
#define _GNU_SOURCE
#include "kernel/signals/signal_points.h"

#include "base/direct.h"
#include "core/candidates.h"
#include "kernel/cancellation/cancellation.h"
#include "kernel/readiness/kernel.h"
#include "kernel/readiness/slots.h"
#include "kernel/signals/pending/disposition.h"
#include "kernel/signals/signal_handler.h"
#include "kernel/signals/signal_look.h"
#include "kernel/signals/signal_mask.h"
#include "kernel/signals/pending/signal_pending.h"
#include "model/note.h"
#include "model/resolve.h"
#include "model/rule.h"
#include "model/runtime.h"

/* Where the call has been announced, a thread that can be cancelled anywhere has looked then. */
static void before_operation(const struct heddle_event *operation) {
    bool may_be_cancelled = cancel_is_asynchronous(rt.current) && !(rt.frame && rt.current->cancel.looked);
    if ((rt.seen.handlers_anywhere || may_be_cancelled) && rules[operation->kind]->after_signals) {
        signals_look(operation);
    }
}

static void before_effect(uint64_t site, bool is_call) {
    rt.current->cancel.looked = is_call;
    if (cancel_is_asynchronous(rt.current) && !rt.section) {
        signals_look(&(struct heddle_event){.kind = HEDDLE_WRITE, .site = site});
    }
}

static void in_unsafe_call(const char *function, uint64_t site) {
    if (rt.seen.signals_told) {
        signals_unsafe_call(function, site);
    }
    bool may_be_cancelled = rt.seen.cancels_anywhere && cancel_is_asynchronous(rt.current) && resolve_is_site(site);
    if (may_be_cancelled && !rt.section && signals_look_for_cancellation(site)) {
        misuse_done(HEDDLE_NOTE_UNDEFINED, HEDDLE_FAULT_CANCELLED_WITHIN, HEDDLE_FAMILY_NONE, 0, site, function);
        cancel_if_due();
    }
}

void signals_prepare(void) {
    signal_handlers_prepare();
    signals_look_prepare();
    outside.check_deadlock = signals_check_undelivered;
    outside.before_operation = before_operation;
    outside.before_effect = before_effect;
    outside.in_unsafe_call = in_unsafe_call;
    outside.unsafe_call_ends = signals_unsafe_call_ends;
    outside.before_stream_call = signals_cancellation_point;
}

/* Whether a thread makes the operations that belong to handlers must not depend on whether another one has installed any yet. */
static void reserve_slots(uint64_t site) {
    if ((rt.seen.handlers || rt.program.cancels) && !slots_reserved()) {
        kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
        slots_reserve();
        kernel_settle();
    }
}

void signals_before_thread(uint64_t site) {
    signal_handlers_expect();
    reserve_slots(site);
}

/* The kernel tells of an end where it really is, the runtime where it is in the order of events. */
void signals_before_first_process(uint64_t site) {
    signals_use_masks();
    signal_handlers_expect_processes();
    reserve_slots(site);
    dispositions_begin();
    direct_mask_always(SIGNAL_BIT(SIGCHLD));
    direct_mask(rt.current->signal.blocked);
}

static bool can_come(void) { return rt.seen.handlers || (rt.program.cancels && !rt.current->cancel.disabled); }

enum interruption signals_in_sleep(uint64_t site) {
    if (rt.current->signal.due) {
        return signals_handle(site);
    }
    enum interruption interruption = NOT_INTERRUPTED;
    if (rt.seen.signals_told) {
        interruption = signals_look(&(struct heddle_event){.kind = HEDDLE_SLEEP, .site = site});
    } else if (rt.seen.handlers && rt.current->signal.pending & ~rt.current->signal.blocked) { /* from itself */
        interruption = signals_handle_only(site);
    }
    if (rt.program.cancels) {
        signals_cancellation_point(site);
    }
    return interruption;
}

void signals_before_call(uint64_t site) { signals_in_sleep(site); }

uint64_t signals_before_masked_call(const sigset_t *mask, uint64_t site) {
    if (!mask) {
        signals_before_call(site);
    } else if (can_come()) {
        signals_handle(site);
    }
    return signals_exchange(mask);
}
