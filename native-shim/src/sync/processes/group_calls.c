/* Groups and sessions of processes: see model/fibers/process_groups.h. A process changes them by an operation on what the kernel keeps, as
 * signals to groups and waits for groups are. Where there is one process, the kernel itself is asked. */
#define _GNU_SOURCE
#include <errno.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/readiness/kernel.h"
#include "model/fibers/process_groups.h"
#include "model/runtime.h"

static bool are_several(void) { return UNLIKELY(rt.processes) && running(); }

/* In an operation; NULL: there is none in the execution. */
static struct process *looked_at(pid_t process, uint64_t site) {
    kernel_point(HEDDLE_SIGNAL_CHANGE, 0, 0, site);
    kernel_settle();
    struct process *p = process == 0 ? process_number(rt.current->process) : process_of(process);
    return p && !p->reaped ? p : NULL;
}

static pid_t group_of(pid_t process, uint64_t site) {
    const struct process *p = looked_at(process, site);
    return p ? groups_id(p->group) : REAL(getpgid)(process);
}

EXPORT pid_t getpgrp(void) {
    uint64_t site = SITE();
    return are_several() ? group_of(0, site) : REAL(getpgrp)();
}

EXPORT pid_t getpgid(pid_t process) {
    uint64_t site = SITE();
    return are_several() ? group_of(process, site) : REAL(getpgid)(process);
}

EXPORT pid_t getsid(pid_t process) {
    uint64_t site = SITE();
    if (!are_several()) {
        return REAL(getsid)(process);
    }
    const struct process *p = looked_at(process, site);
    return p && p->session ? groups_id(p->session) : REAL(getsid)(process);
}

static bool leads_session(const struct process *p) { return p->session == groups_led_by(number_of(p)); }

/* Whether a process is in the group, of the same session. */
static bool may_join(const struct process *joins, int32_t group) {
    for (uint32_t i = 0; i < processes_count(); i++) {
        const struct process *p = process_number(i);
        if (!p->reaped && p->group == group && p->session == joins->session) {
            return true;
        }
    }
    return false;
}

static int set_group(pid_t process, pid_t group, uint64_t site) {
    if (!are_several()) {
        return REAL(setpgid)(process, group);
    }
    if (group < 0) {
        return fail_with(EINVAL);
    }
    struct process *p = looked_at(process, site), *self = process_number(rt.current->process);
    if (!p || (p != self && p->parent != rt.current->process)) {
        return fail_with(ESRCH);
    }
    bool is_own = group == 0 || group == p->pid;
    int32_t wanted = is_own ? groups_led_by(number_of(p)) : groups_find(group);
    if (leads_session(p) || p->session != self->session || (!is_own && (wanted < 0 || !may_join(p, wanted)))) {
        return fail_with(EPERM);
    }
    p->group = wanted;
    return 0;
}

EXPORT int setpgid(pid_t process, pid_t group) { return set_group(process, group, SITE()); }

EXPORT int setpgrp(void) { return set_group(0, 0, SITE()); }

EXPORT pid_t setsid(void) {
    uint64_t site = SITE();
    if (!are_several()) {
        return REAL(setsid)();
    }
    struct process *self = looked_at(0, site);
    int32_t own = groups_led_by(number_of(self));
    if (groups_find(self->pid) == own) {
        return fail_with(EPERM);
    }
    self->group = self->session = own;
    return self->pid;
}
