/* Nice values. Linux keeps one for each thread (pthreads(7)), and all threads are one to the kernel: so they are kept here, with the errors
 * that the kernel gives this user. */
#define _GNU_SOURCE
#include "sync/settings/nice.h"

#include <errno.h>
#include <linux/capability.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/capability.h"
#include "base/compiler.h"
#include "base/real.h"
#include "kernel/machine/machine.h"
#include "kernel/machine/others.h"
#include "model/fibers/fiber.h"
#include "model/fibers/thread_number.h"
#include "model/runtime.h"
#include "model/shared.h"

#define NICEST 19
#define LEAST_NICE (-20)

static signed char added[MAX_FIBERS]; /* to the process's, by threads */

static int of_process(void) { return REAL(getpriority)(PRIO_PROCESS, 0); }

static int of(const struct fiber *fiber) { return of_process() + added[fiber->index]; }

void nice_begin(const struct fiber *parent, const struct fiber *child) {
    if (added[parent->index]) { /* else it is so already, and no page needs to be touched */
        added[child->index] = added[parent->index];
    }
}

/* The thread that a call for a process means; NULL: another process. */
static const struct fiber *meant(id_t process) { return running() ? fiber_by_number((pid_t)process) : NULL; }

/* Who may not make itself less nice may do so as far as a limit goes (getrlimit(2)). */
static bool may_have(int wanted) {
    struct rlimit limit;
    bool is_within = REAL(getrlimit)(RLIMIT_NICE, &limit) == 0 && (rlim_t)(NICEST + 1 - wanted) <= limit.rlim_cur;
    return is_within || has_capability(CAP_SYS_NICE);
}

static int set(const struct fiber *fiber, int wanted, int error) {
    int value = wanted > NICEST ? NICEST : wanted < LEAST_NICE ? LEAST_NICE : wanted;
    if (value < of(fiber) && !may_have(value)) {
        errno = error;
        return -1;
    }
    added[fiber->index] = (signed char)(value - of_process());
    return 0;
}

EXPORT int nice(int by) {
    rt.site = NULL;
    if (!running()) {
        return REAL(nice)(by);
    }
    long wanted = (long)of(rt.current) + by;
    int within = wanted > NICEST ? NICEST : wanted < LEAST_NICE ? LEAST_NICE : (int)wanted;
    return set(rt.current, within, EPERM) == 0 ? of(rt.current) : -1;
}

EXPORT int getpriority(__priority_which_t which, id_t who) {
    rt.site = NULL;
    const struct fiber *fiber = which == PRIO_PROCESS ? meant(who) : NULL;
    return fiber ? of(fiber) : REAL(getpriority)(which, who);
}

EXPORT int setpriority(__priority_which_t which, id_t who, int priority) {
    uint64_t site = SITE();
    const struct fiber *fiber = which == PRIO_PROCESS ? meant(who) : NULL;
    bool is_refused = false;
    switch ((int)which) {
        case PRIO_PROCESS:
            is_refused = !fiber && others_refuse((pid_t)who, HEDDLE_MACHINE_PRIORITY, "setpriority", site);
            break;
        case PRIO_PGRP:
            is_refused = others_refuse_group((pid_t)who, HEDDLE_MACHINE_PRIORITY, "setpriority", site);
            break;
        case PRIO_USER:
            is_refused = machine_refuses_anybody(HEDDLE_MACHINE_PRIORITY, "setpriority", site);
            break;
        default: /* there are no others */
            break;
    }
    return is_refused ? -1 : fiber ? set(fiber, priority, EACCES) : REAL(setpriority)(which, who, priority);
}
