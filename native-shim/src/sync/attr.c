/* What can be asked and set of a thread: its attributes, scheduling parameters, affinity, clock. Fibers
 * have none of it but a stack; the answers are those that a real thread would get, and change nothing. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "model/addresses.h"
#include "model/fiber.h"
#include "model/runtime.h"
#include "model/shared.h"

#define DEFAULT_STACK (8 * MIB)

static struct placement {
    bool has_affinity;
    int policy, priority;
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
    size_t size = fiber->stack_size ? fiber->stack_size : DEFAULT_STACK;
    pthread_attr_setstack(attributes, (void *)(fiber_stack_top(fiber->id) - size), size);
    pthread_attr_setdetachstate(attributes, fiber->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
    return 0;
}

/* ---- scheduling: a real thread's policy changes what is likely, never what is possible ---- */

static bool valid_priority(int policy, int priority) {
    return priority >= sched_get_priority_min(policy) && priority <= sched_get_priority_max(policy) &&
           sched_get_priority_max(policy) >= 0;
}

EXPORT int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *parameters) {
    rt.site = NULL;
    if (!running()) {
        return REAL(pthread_getschedparam)(thread, policy, parameters);
    }
    const struct placement *placement = placement_of(thread);
    if (!placement) {
        return ESRCH;
    }
    *policy = placement->policy;
    parameters->sched_priority = placement->priority;
    return 0;
}

EXPORT int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameters) {
    rt.site = NULL;
    if (!running()) {
        return REAL(pthread_setschedparam)(thread, policy, parameters);
    }
    struct placement *placement = placement_of(thread);
    if (!placement) {
        return ESRCH;
    }
    if (!valid_priority(policy, parameters->sched_priority)) {
        return EINVAL;
    }
    placement->policy = policy;
    placement->priority = parameters->sched_priority;
    return 0;
}

EXPORT int pthread_setschedprio(pthread_t thread, int priority) {
    rt.site = NULL;
    if (!running()) {
        return REAL(pthread_setschedprio)(thread, priority);
    }
    struct placement *placement = placement_of(thread);
    if (!placement) {
        return ESRCH;
    }
    if (!valid_priority(placement->policy, priority)) {
        return EINVAL;
    }
    placement->priority = priority;
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

/* Every clock shows the reading thread's virtual time; see time.c. */
EXPORT int pthread_getcpuclockid(pthread_t thread, clockid_t *clock) {
    rt.site = NULL;
    if (!running()) {
        return REAL(pthread_getcpuclockid)(thread, clock);
    }
    if (!fiber_by_handle(thread)) {
        return ESRCH;
    }
    *clock = CLOCK_THREAD_CPUTIME_ID;
    return 0;
}
