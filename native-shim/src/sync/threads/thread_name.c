/* Which thread this is, and what it is called. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>

#include "base/compiler.h"
#include "base/real.h"
#include "memory/given_again.h"
#include "memory/memory.h"
#include "model/fibers/fiber.h"
#include "model/runtime.h"
#include "sync/threads/thread.h"

EXPORT pthread_t pthread_self(void) {
    rt.site = NULL;
    return running() ? rt.current->handle : REAL(pthread_self)();
}

EXPORT int pthread_equal(pthread_t a, pthread_t b) {
    uint64_t site = SITE();
    if (a != b) {
        given_again_compared(a, b, site);
    }
    return a == b;
}

EXPORT int pthread_setname_np(pthread_t thread, const char *name) {
    rt.site = NULL;
    if (!running()) {
        return REAL(pthread_setname_np)(thread, name);
    }
    struct fiber *target = fiber_by_handle(thread);
    if (!target) {
        return ESRCH;
    }
    char *to = public_fiber(target->index)->info.name;
    if (strlen(name) >= sizeof public_fiber(0)->info.name) {
        return ERANGE;
    }
    strcpy(to, name);
    return 0;
}

EXPORT int pthread_getname_np(pthread_t thread, char *name, size_t length) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_getname_np)(thread, name, length);
    }
    const struct fiber *target = fiber_by_handle(thread);
    if (!target) {
        return ESRCH;
    }
    const char *from = public_fiber(target->index)->info.name;
    if (strlen(from) >= length) {
        return ERANGE;
    }
    memory_writes(name, strlen(from) + 1, site);
    strcpy(name, from);
    return 0;
}
