/* On which processors threads may run: at first on every one of the machine, whatever the checker's own processes have. It changes what is
 * likely, never what is possible. */
#define _GNU_SOURCE
#include "sync/settings/affinity.h"

#include <errno.h>
#include <sched.h>
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/real.h"
#include "kernel/machine/others.h"
#include "model/fibers/fiber.h"
#include "model/fibers/fiber_handle.h"
#include "model/fibers/thread_number.h"
#include "model/runtime.h"
#include "model/shared.h"

static struct placement {
    bool is_set;
    cpu_set_t set;
} placements[MAX_FIBERS];

static cpu_set_t all_processors(void) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (long cpu = 0; cpu < sysconf(_SC_NPROCESSORS_CONF) && cpu < CPU_SETSIZE; cpu++) {
        CPU_SET((size_t)cpu, &set);
    }
    return set;
}

static cpu_set_t of(const struct fiber *fiber) {
    const struct placement *placement = &placements[fiber->index];
    return placement->is_set ? placement->set : all_processors();
}

/* What is no processor of the machine does not count (sched_setaffinity(2)). */
static int change(const struct fiber *fiber, size_t size, const cpu_set_t *set) {
    cpu_set_t all = all_processors(), wanted;
    CPU_ZERO(&wanted);
    memcpy(&wanted, set, size < sizeof wanted ? size : sizeof wanted);
    CPU_AND(&wanted, &wanted, &all);
    if (CPU_COUNT(&wanted) == 0) {
        return EINVAL;
    }
    placements[fiber->index] = (struct placement){.is_set = true, .set = wanted};
    return 0;
}

/* The kernel says which sizes it takes, and how much of it it fills. */
static long tell(const struct fiber *fiber, size_t size, cpu_set_t *to) {
    long filled = kernel_call(SYS_sched_getaffinity, 0, size, to);
    if (filled > 0) {
        cpu_set_t set = of(fiber);
        memset(to, 0, size);
        memcpy(to, &set, size < sizeof set ? size : sizeof set);
    }
    return filled;
}

void affinity_begin(const struct fiber *parent, const struct fiber *child, const pthread_attr_t *attributes) {
    cpu_set_t set, all;
    memset(&all, -1, sizeof all);
    bool is_asked = attributes && pthread_attr_getaffinity_np(attributes, sizeof set, &set) == 0 && !CPU_EQUAL(&set, &all);
    if (placements[parent->index].is_set) { /* else it is so already, and no page needs to be touched */
        placements[child->index] = placements[parent->index];
    }
    if (is_asked) {
        change(child, sizeof set, &set);
    }
}

void affinity_describe(const struct fiber *fiber, pthread_attr_t *attributes) {
    const struct placement *placement = &placements[fiber->index];
    if (placement->is_set) { /* libc allocates memory for it */
        pthread_attr_setaffinity_np(attributes, sizeof placement->set, &placement->set);
    }
}

/* ---- the interposed functions ---- */

EXPORT int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) {
    rt.site = NULL;
    if (!running()) {
        return REAL(pthread_getaffinity_np)(thread, size, set);
    }
    const struct fiber *fiber = fiber_by_handle(thread);
    return !fiber ? ESRCH : tell(fiber, size, set) > 0 ? 0 : errno;
}

EXPORT int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set) {
    rt.site = NULL;
    if (!running()) {
        return REAL(pthread_setaffinity_np)(thread, size, set);
    }
    const struct fiber *fiber = fiber_by_handle(thread);
    return fiber ? change(fiber, size, set) : ESRCH;
}

long affinity_tell(pid_t thread, size_t size, cpu_set_t *set) {
    const struct fiber *fiber = running() ? fiber_by_number(thread) : NULL;
    return fiber ? tell(fiber, size, set) : kernel_call(SYS_sched_getaffinity, thread, size, set);
}

EXPORT int sched_getaffinity(pid_t thread, size_t size, cpu_set_t *set) {
    rt.site = NULL;
    long filled = affinity_tell(thread, size, set);
    if (filled > 0 && (size_t)filled < size) {
        memset((char *)set + filled, 0, size - (size_t)filled);
    }
    return filled > 0 ? 0 : -1;
}

EXPORT int sched_setaffinity(pid_t thread, size_t size, const cpu_set_t *set) {
    uint64_t site = SITE();
    const struct fiber *fiber = running() ? fiber_by_number(thread) : NULL;
    if (!fiber && others_refuse(thread, HEDDLE_MACHINE_PRIORITY, "sched_setaffinity", site)) {
        return -1;
    }
    if (!fiber) {
        return REAL(sched_setaffinity)(thread, size, set);
    }
    int error = change(fiber, size, set);
    return error ? fail_with(error) : 0;
}
