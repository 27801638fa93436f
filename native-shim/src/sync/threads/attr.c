/* What can be asked of a thread: its attributes. Fibers have none of it but a stack; the answers are those that a real thread would get. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "base/compiler.h"
#include "base/real.h"
#include "model/addresses.h"
#include "model/fibers/fiber.h"
#include "model/fibers/fiber_handle.h"
#include "model/runtime.h"
#include "sync/settings/affinity.h"
#include "sync/settings/scheduling.h"

EXPORT int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes) {
    rt.site = NULL;
    if (!running()) {
        return REAL(pthread_getattr_np)(thread, attributes);
    }
    const struct fiber *fiber = fiber_by_handle(thread);
    if (!fiber) {
        return ESRCH;
    }
    pthread_attr_init(attributes);
    size_t size = fiber->made.stack_size ? fiber->made.stack_size : DEFAULT_STACK;
    pthread_attr_setstack(attributes, (void *)(fiber_stack_top(fiber->id) - size), size);
    pthread_attr_setdetachstate(attributes, fiber->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
    if (fiber->made.has_guard_size) {
        pthread_attr_setguardsize(attributes, fiber->made.guard_size);
    }
    scheduling_describe(fiber, attributes);
    affinity_describe(fiber, attributes);
    return 0;
}
