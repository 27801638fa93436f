/* Scheduling policies and priorities are kept for each thread, with the errors that the kernel gives this user. */
#define _GNU_SOURCE
#include "sync/settings/scheduling.h"

#include <errno.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/capability.h"
#include "base/compiler.h"
#include "base/real.h"
#include "kernel/machine/others.h"
#include "model/fibers/fiber.h"
#include "model/fibers/fiber_handle.h"
#include "model/fibers/thread_number.h"
#include "model/runtime.h"
#include "model/shared.h"

static struct placement {
    int policy, priority;
} placements[MAX_FIBERS];

static struct placement *of(const struct fiber *fiber) { return &placements[fiber->index]; }

static bool is_real_time(int policy) { return policy == SCHED_FIFO || policy == SCHED_RR; }

static int check(int policy, int priority) {
    int most = sched_get_priority_max(policy);
    if (most < 0 || priority < sched_get_priority_min(policy) || priority > most) {
        return EINVAL;
    }
    struct rlimit limit;
    bool permitted = !is_real_time(policy) || has_capability(CAP_SYS_NICE) ||
                     (REAL(getrlimit)(RLIMIT_RTPRIO, &limit) == 0 && (rlim_t)priority <= limit.rlim_cur);
    return permitted ? 0 : EPERM;
}

static int change(struct placement *placement, int policy, int priority) {
    int error = check(policy, priority);
    if (error == 0) {
        placement->policy = policy;
        placement->priority = priority;
    }
    return error;
}

static bool is_explicit(const pthread_attr_t *attributes, int *policy, struct sched_param *parameters) {
    int inherits = PTHREAD_INHERIT_SCHED;
    return attributes && pthread_attr_getinheritsched(attributes, &inherits) == 0 && inherits == PTHREAD_EXPLICIT_SCHED &&
           pthread_attr_getschedpolicy(attributes, policy) == 0 && pthread_attr_getschedparam(attributes, parameters) == 0;
}

int scheduling_check(const pthread_attr_t *attributes) {
    int policy;
    struct sched_param parameters;
    return is_explicit(attributes, &policy, &parameters) ? check(policy, parameters.sched_priority) : 0;
}

void scheduling_begin(const struct fiber *parent, const struct fiber *child, const pthread_attr_t *attributes) {
    int policy;
    struct sched_param parameters;
    if (is_explicit(attributes, &policy, &parameters)) {
        of(child)->policy = policy;
        of(child)->priority = parameters.sched_priority;
    } else if (of(parent)->policy != SCHED_OTHER) { /* else it is so already, and no page needs to be touched */
        of(child)->policy = of(parent)->policy;
        of(child)->priority = of(parent)->priority;
    }
}

void scheduling_describe(const struct fiber *fiber, pthread_attr_t *attributes) {
    struct sched_param parameters = {.sched_priority = of(fiber)->priority};
    pthread_attr_setschedpolicy(attributes, of(fiber)->policy);
    pthread_attr_setschedparam(attributes, &parameters);
}

/* ---- the interposed functions ---- */

EXPORT int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *parameters) {
    rt.site = NULL;
    if (!running()) {
        return REAL(pthread_getschedparam)(thread, policy, parameters);
    }
    const struct fiber *fiber = fiber_by_handle(thread);
    if (!fiber) {
        return ESRCH;
    }
    *policy = of(fiber)->policy;
    parameters->sched_priority = of(fiber)->priority;
    return 0;
}

EXPORT int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameters) {
    rt.site = NULL;
    if (!running()) {
        return REAL(pthread_setschedparam)(thread, policy, parameters);
    }
    const struct fiber *fiber = fiber_by_handle(thread);
    return fiber ? change(of(fiber), policy, parameters->sched_priority) : ESRCH;
}

EXPORT int pthread_setschedprio(pthread_t thread, int priority) {
    rt.site = NULL;
    if (!running()) {
        return REAL(pthread_setschedprio)(thread, priority);
    }
    const struct fiber *fiber = fiber_by_handle(thread);
    return fiber ? change(of(fiber), of(fiber)->policy, priority) : ESRCH;
}

static int returned(int error) {
    errno = error ? error : errno;
    return error ? -1 : 0;
}

EXPORT int sched_getscheduler(pid_t process) {
    rt.site = NULL;
    const struct fiber *fiber = running() ? fiber_by_number(process) : NULL;
    return fiber ? of(fiber)->policy : REAL(sched_getscheduler)(process);
}

EXPORT int sched_getparam(pid_t process, struct sched_param *parameters) {
    rt.site = NULL;
    const struct fiber *fiber = running() ? fiber_by_number(process) : NULL;
    if (!fiber) {
        return REAL(sched_getparam)(process, parameters);
    }
    parameters->sched_priority = of(fiber)->priority;
    return 0;
}

EXPORT int sched_setscheduler(pid_t process, int policy, const struct sched_param *parameters) {
    uint64_t site = SITE();
    const struct fiber *fiber = running() ? fiber_by_number(process) : NULL;
    if (!fiber && others_refuse(process, HEDDLE_MACHINE_PRIORITY, "sched_setscheduler", site)) {
        return -1;
    }
    return fiber ? returned(change(of(fiber), policy, parameters->sched_priority))
                 : REAL(sched_setscheduler)(process, policy, parameters);
}

EXPORT int sched_setparam(pid_t process, const struct sched_param *parameters) {
    uint64_t site = SITE();
    const struct fiber *fiber = running() ? fiber_by_number(process) : NULL;
    if (!fiber && others_refuse(process, HEDDLE_MACHINE_PRIORITY, "sched_setparam", site)) {
        return -1;
    }
    return fiber ? returned(change(of(fiber), of(fiber)->policy, parameters->sched_priority))
                 : REAL(sched_setparam)(process, parameters);
}
