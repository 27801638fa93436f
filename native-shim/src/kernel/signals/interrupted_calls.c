#define _GNU_SOURCE
#include "kernel/signals/interrupted_calls.h"

#include <errno.h>

#include "base/compiler.h"
#include "core/failures.h"
#include "model/note.h"
#include "model/runtime.h"

/* What other threads install later depends on how the threads are interleaved, and a choice may not. */
void interrupted_calls_handler(const struct sigaction *action, uint64_t site) {
    if (!running() || rt.fiber_count == 1) {
        rt.seen.interrupts = true;
        rt.seen.interrupts_for_good |= !(action->sa_flags & SA_RESTART);
    } else if (UNLIKELY(rt.asked.failures) && !rt.seen.interrupts_for_good) {
        note(HEDDLE_NOTE_UNCONTROLLED, 0, site,
             "a handler, installed while there are other threads: that it interrupts calls is not explored");
    }
}

uint64_t interruption_of(bool restarts) {
    bool may_be = restarts ? rt.seen.interrupts_for_good : rt.seen.interrupts;
    return may_be || failures_are_asked_for_by_name() ? EINTR : 0;
}

bool call_is_interrupted(bool restarts, uint64_t site) {
    if (LIKELY(!calls_may_fail(HEDDLE_FAILING_WAIT, site))) {
        return false;
    }
    int error = call_fails(HEDDLE_FAILING_WAIT, interruption_of(restarts), site);
    if (error) {
        errno = error;
    }
    return error != 0;
}
