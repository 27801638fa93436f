#define _GNU_SOURCE
#include "kernel/signals/interrupted_calls.h"

#include <errno.h>
#include <fcntl.h>

#include "base/compiler.h"
#include "base/real.h"
#include "core/failures.h"
#include "model/note.h"
#include "model/runtime.h"

/* What other threads install later depends on how the threads are interleaved, and a choice may not. */
static bool is_before_threads(void) { return !running() || rt.fiber_count == 1; }

void interrupted_calls_disposition(int number, const struct sigaction *action, uint64_t site) {
    if (number == SIGPIPE && is_before_threads()) {
        rt.seen.outlives_broken_pipes = action->sa_handler != SIG_DFL;
    }
    if (action->sa_handler == SIG_DFL || action->sa_handler == SIG_IGN) {
        return;
    }
    if (is_before_threads()) {
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
    return call_fails_with(HEDDLE_FAILING_WAIT, interruption_of(restarts), site);
}

bool descriptor_waits(int fd) {
    int saved = errno, flags = REAL(fcntl)(fd, F_GETFL);
    errno = saved;
    return flags >= 0 && !(flags & O_NONBLOCK);
}

bool call_on_is_interrupted(int fd, uint64_t site) {
    return UNLIKELY(calls_may_fail(HEDDLE_FAILING_WAIT, site)) && descriptor_waits(fd) && call_is_interrupted(true, site);
}
