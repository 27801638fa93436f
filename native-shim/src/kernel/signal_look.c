/* Signals to threads that compute. Where a handler runs is a matter of the order of two events: whoever sends a signal adds to a word
 * of its target, and the target reads that word before each of its visible operations. Both are atomic accesses of memory, so that the
 * exploration, and loops that wait, take them as they take others. They order nothing else, and so hide no data race.
 *
 * Only programs that install handlers, and may send signals from elsewhere than the thread that handles them, have these events. */
#define _GNU_SOURCE
#include "core/schedule.h"
#include "kernel/signals.h"
#include "model/addresses.h"
#include "model/runtime.h"

static uint64_t signals_sent_to[MAX_THREAD_ID + 1]; /* by the threads' stable names; its name is what reports call it */

#define RELAXED 0

static const struct heddle_event *access_word(enum heddle_op kind, uint64_t *word, uint64_t site) {
    struct heddle_event operation = {
        .kind = (uint16_t)kind, .order = RELAXED, .object = (uint64_t)(uintptr_t)word, .argument = sizeof *word, .site = site};
    return point(&operation);
}

void signals_tell(struct fiber *target, uint64_t site) {
    if (rt.handlers_anywhere) {
        access_word(HEDDLE_ATOMIC_RMW, &signals_sent_to[target->id], site);
        signals_sent_to[target->id]++;
    }
}

static bool is_word(uint64_t address) { return address - (uint64_t)(uintptr_t)signals_sent_to < sizeof signals_sent_to; }

enum interruption signals_look(const struct heddle_event *operation) {
    struct fiber *self = rt.current;
    if (self->is_timer || is_word(operation->object)) {
        return NOT_INTERRUPTED;
    }
    uint64_t frame = rt.frame;
    uint64_t seen = access_word(HEDDLE_ATOMIC_LOAD, &signals_sent_to[self->id], operation->site)->value;
    enum interruption interruption = NOT_INTERRUPTED;
    if (seen != self->signal.told) {
        self->signal.told = seen;
        interruption = signals_handle_only(operation->site);
    }
    rt.frame = frame;
    return interruption;
}
