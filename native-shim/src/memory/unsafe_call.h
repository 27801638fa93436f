/* Calls of functions that are not async-signal-safe: within them a thread must not be cancelled asynchronously, and no handler that
 * interrupts one may call another (POSIX.1-2017, 2.4.3). */
#ifndef HEDDLE_UNSAFE_CALL_H
#define HEDDLE_UNSAFE_CALL_H

#include <stdint.h>

#include "base/compiler.h"
#include "core/candidates.h"
#include "model/runtime.h"

/* The running thread is in this function, which leaves locks held and data half changed if it is not finished. */
static inline void unsafe_call(const char *function, uint64_t site) {
    if (UNLIKELY(rt.seen.cancels_anywhere || rt.seen.signals_told) && running()) {
        outside.in_unsafe_call(function, site);
    }
}

/* It returns from there: a signal that comes after the last event within it still interrupts it. */
static inline void unsafe_call_ends(void) {
    if (UNLIKELY(rt.seen.signals_told) && running()) {
        outside.unsafe_call_ends();
    }
}

#endif
