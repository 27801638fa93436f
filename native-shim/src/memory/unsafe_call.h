/* Calls within which a thread must not be cancelled asynchronously: POSIX has hardly any function that bears it. */
#ifndef HEDDLE_UNSAFE_CALL_H
#define HEDDLE_UNSAFE_CALL_H

#include <stdint.h>

#include "base/compiler.h"
#include "core/candidates.h"
#include "model/resolve.h"
#include "model/runtime.h"

/* The running thread is in this function, which leaves locks held and data half changed if it is not finished. */
static inline void unsafe_call(const char *function, uint64_t site) {
    if (UNLIKELY(rt.seen.cancels_anywhere) && running() && resolve_is_site(site)) {
        outside.in_unsafe_call(function, site);
    }
}

#endif
