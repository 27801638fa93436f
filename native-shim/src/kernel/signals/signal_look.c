/* Signals to threads that compute, and their asynchronous cancellation. Where a handler runs is a matter of the order of two events:
 * whoever sends a signal adds to a word of its target, and the target reads that word before each of its visible operations. Both are
 * atomic accesses of memory, so that the exploration, and loops that wait, take them as they take others. They order nothing else, and
 * so hide no data race. Who cancels a thread adds to the same word, and a thread that can be cancelled anywhere reads it also
 * before it changes memory that others may see, and before calls. Any other thread has a word for cancellations of its own, and reads it
 * at cancellation points. So a look that finds nothing depends on nothing but sending to its thread.
 *
 * Only programs that install handlers, and may send signals from elsewhere than the thread that handles them, or that cancel, have
 * these events. */
#define _GNU_SOURCE
#include "kernel/signals/signal_look.h"

#include "base/direct.h"
#include "core/loops/round_word.h"
#include "core/schedule.h"
#include "kernel/cancellation/cancellation.h"
#include "kernel/readiness/kernel.h"
#include "kernel/signals/pending/disposition.h"
#include "kernel/signals/pending/signal_pending.h"
#include "kernel/signals/signal_handler.h"
#include "model/addresses.h"
#include "model/resolve.h"
#include "model/runtime.h"

/* By the threads' stable names. */
static uint64_t signals_sent_to[MAX_THREAD_ID + 1];
static uint64_t cancellations_of[MAX_THREAD_ID + 1]; /* where threads look at them at cancellation points alone */
static const struct heddle_site records[] = {
    OWN_VARIABLE(signals_sent_to, "the signals sent to a thread"),
    OWN_VARIABLE(cancellations_of, "the cancellations of a thread"),
};

#define CANCELLED (1ull << 48) /* from this bit on, how often it has been cancelled */
#define SIGNALS (CANCELLED - 1)

void signals_look_prepare(void) { resolve_name(records, records + 2); }

static const struct heddle_event *access_word(enum heddle_op kind, uint64_t *word, uint64_t site) {
    struct heddle_event operation = {.kind = (uint16_t)kind,
                                     .order = HEDDLE_ORDER_OWN,
                                     .object = (uint64_t)(uintptr_t)word,
                                     .argument = sizeof *word,
                                     .site = site};
    return point(&operation);
}

static uint64_t *cancellation_word(const struct fiber *of) {
    return rt.program.cancel_types && !rt.asked.defer_cancellation ? &signals_sent_to[of->id] : &cancellations_of[of->id];
}

void signals_tell(struct fiber *target, uint64_t site) {
    if (rt.seen.signals_told) {
        uint64_t *word = &signals_sent_to[target->id];
        access_word(HEDDLE_ATOMIC_RMW, word, site);
        *word += *word & SIGNALS ? 1 : ROUND_ARRIVALS_MARK + 1; /* a round that some come in is told by the mark: round_word.h */
    }
}

void signals_tell_cancelled(struct fiber *target, uint64_t site) {
    uint64_t *word = cancellation_word(target);
    access_word(HEDDLE_ATOMIC_RMW, word, site);
    *word += CANCELLED;
}

static bool is_word(uint64_t address) {
    return address - (uint64_t)(uintptr_t)signals_sent_to < sizeof signals_sent_to ||
           address - (uint64_t)(uintptr_t)cancellations_of < sizeof cancellations_of;
}

/* Whether the thread has been cancelled, and can be anywhere; it takes notice of that as of a signal. */
static bool is_to_end(uint64_t seen, uint64_t site) {
    bool ends = seen >= CANCELLED && cancel_is_asynchronous(rt.current);
    if (ends) {
        kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    }
    return ends;
}

enum interruption signals_look(const struct heddle_event *operation) {
    struct fiber *self = rt.current;
    if (self->made.is_timer || is_word(operation->object)) {
        return NOT_INTERRUPTED;
    }
    uint64_t frame = rt.frame;
    uint64_t seen = access_word(HEDDLE_ATOMIC_LOAD, &signals_sent_to[self->id], operation->site)->value;
    enum interruption interruption = NOT_INTERRUPTED;
    if ((seen & SIGNALS) != self->signal.told) {
        self->signal.told = seen & SIGNALS;
        interruption = signals_handle_only(operation->site);
    }
    if (is_to_end(seen, operation->site)) {
        cancel_if_due();
    }
    rt.frame = frame;
    return interruption;
}

static void look_before(enum heddle_op kind, uint64_t site) {
    if (rt.seen.handlers_anywhere) {
        signals_look(&(struct heddle_event){.kind = (uint16_t)kind, .site = site});
    }
}

void signals_before_end(uint64_t site) { look_before(HEDDLE_THREAD_EXIT, site); }

void signals_before_change(uint64_t site) { look_before(HEDDLE_SIGNAL_CHANGE, site); }

/* Whether some handler of the program's may run in the thread. The runtime has handlers of its own, which the kernel tells as well. */
static bool may_handle(const struct fiber *fiber) {
    static const uint64_t own = SIGNALS_OF_FAULTS | SIGNAL_BIT(RESERVED_SIGNAL);
    for (uint64_t open = ~fiber->signal.blocked & ~own; open; open &= open - 1) {
        int number = __builtin_ctzll(open) + 1;
        if (number < NSIG && disposition_of(fiber->process, number) == SIGNAL_IS_HANDLED) {
            return true;
        }
    }
    return false;
}

void signals_thread_ends(uint64_t site) {
    if (!rt.seen.process_is_told || rt.current->made.is_timer) {
        return;
    }
    if (!may_handle(rt.current)) {
        rt.seen.ended_without_handlers = true;
        return;
    }
    do {
        kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    } while (signals_run_handlers() != NOT_INTERRUPTED);
    rt.current->signal.blocked = ~0ull;
    kernel_settle();
}

void signals_cancellation_point(uint64_t site) {
    bool within = rt.section && !rt.whole; /* a critical section in one go ends here: it is none */
    if (!running() || within || rt.current->cancel.disabled) {
        return;
    }
    if (access_word(HEDDLE_ATOMIC_LOAD, cancellation_word(rt.current), site)->value >= CANCELLED) {
        kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
        kernel_settle();
        cancel_if_due();
    }
}

/* The first reads and writes the word, so whoever tells the thread of something has come before, or finds it waiting. */
static uint64_t register_wait(uint64_t *word, uint64_t *wait, uint64_t condition, uint64_t site) {
    access_word(HEDDLE_ATOMIC_RMW, word, site);
    *wait = condition;
    return *word;
}

bool signals_interrupt_wait(uint64_t condition, uint64_t site) {
    struct fiber *self = rt.current;
    uint64_t seen = register_wait(&signals_sent_to[self->id], &self->wait.condition, condition, site) & SIGNALS;
    if (seen == self->signal.told) {
        return false;
    }
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    kernel_settle();
    bool any = (self->signal.pending & ~self->signal.blocked) != 0;
    if (!any || !condition) { /* else it is handled when the wait ends */
        self->signal.told = seen;
    }
    return any;
}

bool signals_cancel_wait(uint64_t condition, uint64_t site) {
    struct fiber *self = rt.current;
    if (register_wait(cancellation_word(self), &self->wait.cancels, condition, site) < CANCELLED) {
        return false;
    }
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    kernel_settle();
    return cancel_is_due(self);
}

bool signals_look_for_cancellation(uint64_t site) {
    return is_to_end(access_word(HEDDLE_ATOMIC_LOAD, &signals_sent_to[rt.current->id], site)->value, site);
}
