/* Static local variables of C++, which the first caller initialises: the functions that compilers call for that (Itanium C++ ABI, 3.3.3).
 * A guard is a pthread_once_t in all but its name. The access pass takes away the look at the guard that compilers put before the call,
 * so each use is one ONCE_BEGIN, and finds the variable initialised or waits until it is. */
#define _GNU_SOURCE
#include <stdint.h>

#include "base/compiler.h"
#include "base/real.h"
#include "core/schedule.h"
#include "model/objects.h"
#include "model/runtime.h"

int __cxa_guard_acquire(uint64_t *guard);
void __cxa_guard_release(uint64_t *guard);
void __cxa_guard_abort(uint64_t *guard);

/* The first byte, which code that has not been instrumented looks at. */
static bool is_initialised(const uint64_t *guard) { return *(const volatile unsigned char *)guard != 0; }

static bool is_known(const uint64_t *guard) { return object_find(HEDDLE_FAMILY_ONCE, (uint64_t)(uintptr_t)guard) != NULL; }

/* Whether the caller has to initialise the variable. */
EXPORT int __cxa_guard_acquire(uint64_t *guard) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(__cxa_guard_acquire)(guard);
    }
    if (is_initialised(guard) && !is_known(guard)) {
        return 0; /* before main */
    }
    return point_on(HEDDLE_ONCE_BEGIN, guard, 0, site)->result != 0;
}

/* The caller's part of the initialisation is over. Returns false where libstdc++ has to be told instead. */
static bool end(uint64_t *guard, bool left, uint64_t site) {
    if (!running() || !is_known(guard)) {
        return false;
    }
    point_on(HEDDLE_ONCE_END, guard, left, site);
    return true;
}

EXPORT void __cxa_guard_release(uint64_t *guard) {
    if (!end(guard, false, SITE())) {
        REAL(__cxa_guard_release)(guard);
    }
}

/* An exception, or the end of the thread, has left the initialiser. */
EXPORT void __cxa_guard_abort(uint64_t *guard) {
    if (!end(guard, true, SITE())) {
        REAL(__cxa_guard_abort)(guard);
    }
}
