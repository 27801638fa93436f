/* What can be asked and set of a thread: its attributes and affinity. Fibers
 * have none of it but a stack; the answers are those that a real thread would get, and change nothing. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "model/addresses.h"
#include "model/fibers/fiber.h"
#include "model/runtime.h"
#include "model/shared.h"
#include "sync/threads/scheduling.h"

static struct placement {
    bool has_affinity;
    cpu_set_t affinity;
} placements[MAX_FIBERS];

static struct placement *placement_of(pthread_t thread) {
    const struct fiber *fiber = fiber_by_handle(thread);
    return fiber ? &placements[fiber->index] : NULL;
}

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
    return 0;
}

/* ---- affinity: every processor of the machine, whatever the checker's own is ---- */

static void all_processors(cpu_set_t *set) {
    CPU_ZERO(set);
    for (long cpu = 0; cpu < sysconf(_SC_NPROCESSORS_CONF) && cpu < CPU_SETSIZE; cpu++) {
        CPU_SET((size_t)cpu, set);
    }
}

EXPORT int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) {
    rt.site = NULL;
    if (!running()) {
        return REAL(pthread_getaffinity_np)(thread, size, set);
    }
    const struct placement *placement = placement_of(thread);
    if (!placement) {
        return ESRCH;
    }
    cpu_set_t all;
    all_processors(&all);
    memset(set, 0, size);
    memcpy(set, placement->has_affinity ? &placement->affinity : &all, size < sizeof all ? size : sizeof all);
    return 0;
}

EXPORT int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set) {
    rt.site = NULL;
    if (!running()) {
        return REAL(pthread_setaffinity_np)(thread, size, set);
    }
    struct placement *placement = placement_of(thread);
    if (!placement) {
        return ESRCH;
    }
    cpu_set_t all, wanted;
    all_processors(&all);
    CPU_ZERO(&wanted);
    memcpy(&wanted, set, size < sizeof wanted ? size : sizeof wanted);
    CPU_AND(&wanted, &wanted, &all);
    if (CPU_COUNT(&wanted) == 0) {
        return EINVAL;
    }
    placement->affinity = wanted;
    placement->has_affinity = true;
    return 0;
}
