/* System calls about what is kept for each thread. Where libc has a function that asks the same of all threads (setuid), the system call is
 * about one; that, and capabilities that one thread gives up, cannot be kept apart here. */
#define _GNU_SOURCE
#include "sync/settings/setting_calls.h"

#include <errno.h>
#include <linux/capability.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/real.h"
#include "kernel/descriptors/descriptor_calls.h"
#include "memory/memory.h"
#include "model/fibers/thread_number.h"
#include "model/note.h"
#include "model/runtime.h"
#include "sync/settings/affinity.h"
#include "sync/settings/file_identity.h"
#include "sync/settings/io_priority.h"

#define SCHED_DEADLINE_POLICY 6

/* sched_setattr(2): the kernel's header would define sched_param again. */
struct sched_attr {
    uint32_t size, sched_policy;
    uint64_t sched_flags;
    int32_t sched_nice;
    uint32_t sched_priority;
};

static bool is_alone(void) { return rt.live_count == 1; }

/* Whether it would change what the process may do. */
static bool changes_capabilities(const struct __user_cap_header_struct *header, const struct __user_cap_data_struct *wanted) {
    struct __user_cap_header_struct present = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];
    return header->version != present.version || kernel_call(SYS_capget, &present, data) != 0 ||
           memcmp(data, wanted, sizeof data) != 0;
}

int capset(struct __user_cap_header_struct *header, const struct __user_cap_data_struct *data); /* no header of libc's has it */

EXPORT int capset(struct __user_cap_header_struct *header, const struct __user_cap_data_struct *data) {
    uint64_t site = SITE();
    memory_reads(header, sizeof *header, site);
    memory_reads(data, _LINUX_CAPABILITY_U32S_3 * sizeof *data, site);
    if (running() && !is_alone() && changes_capabilities(header, data)) {
        long result;
        if (!file_identity_rights(header, data, &result)) {
            unmodelled("capset beside other threads, which gives capabilities up for good,", site);
        }
        return (int)result;
    }
    return (int)kernel_call(SYS_capset, header, data);
}

/* The policy, its priority and the nice value. What else the structure has are hints, and time that is set aside for the thread. */
static bool set_attributes(pid_t thread, const struct sched_attr *attributes, long *result) {
    struct sched_param parameters = {.sched_priority = (int)attributes->sched_priority};
    if (attributes->sched_policy == SCHED_DEADLINE_POLICY || attributes->sched_flags) {
        return false;
    }
    *result = sched_setscheduler(thread, (int)attributes->sched_policy, &parameters);
    if (*result == 0 && (attributes->sched_policy == SCHED_OTHER || attributes->sched_policy == SCHED_BATCH)) {
        *result = setpriority(PRIO_PROCESS, (id_t)thread, attributes->sched_nice);
    }
    return true;
}

static long tell_attributes(pid_t thread, struct sched_attr *to, long size, long flags) {
    long result = kernel_call(SYS_sched_getattr, 0, to, size, flags);
    if (result == 0) {
        struct sched_param parameters = {0};
        sched_getparam(thread, &parameters);
        to->sched_policy = (uint32_t)sched_getscheduler(thread);
        to->sched_priority = (uint32_t)parameters.sched_priority;
        to->sched_nice =
            to->sched_policy == SCHED_OTHER || to->sched_policy == SCHED_BATCH ? getpriority(PRIO_PROCESS, (id_t)thread) : 0;
    }
    return result;
}

static const char *about_one(long number) {
    switch (number) {
        case SYS_setuid:
        case SYS_setgid:
        case SYS_setreuid:
        case SYS_setregid:
        case SYS_setresuid:
        case SYS_setresgid:
        case SYS_setgroups:
            return "a system call that changes who one thread is, beside others,";
        case SYS_seccomp:
            return "seccomp beside other threads";
        default:
            return NULL;
    }
}

bool setting_call(long number, const long *a, long *result, uint64_t site) {
    if (!is_alone() && about_one(number)) {
        unmodelled(about_one(number), site);
    }
    if (io_priority_call(number, a, result)) {
        return true;
    }
    switch (number) {
        case SYS_setfsuid:
            *result = setfsuid((uid_t)a[0]);
            return true;
        case SYS_setfsgid:
            *result = setfsgid((gid_t)a[0]);
            return true;
        case SYS_personality:
            *result = personality((unsigned long)a[0]);
            return true;
        case SYS_capset:
            *result = capset(at_address(a[0]), at_address(a[1]));
            return true;
        case SYS_sched_getaffinity:
            *result = affinity_tell((pid_t)a[0], (size_t)a[1], at_address(a[2]));
            return true;
        default:
            break;
    }
    if (!fiber_by_number((pid_t)a[0])) {
        return false;
    }
    switch (number) {
        case SYS_sched_setscheduler:
            *result = sched_setscheduler((pid_t)a[0], (int)a[1], at_address(a[2]));
            return true;
        case SYS_sched_getscheduler:
            *result = sched_getscheduler((pid_t)a[0]);
            return true;
        case SYS_sched_setparam:
            *result = sched_setparam((pid_t)a[0], at_address(a[1]));
            return true;
        case SYS_sched_getparam:
            *result = sched_getparam((pid_t)a[0], at_address(a[1]));
            return true;
        case SYS_sched_setattr:
            return set_attributes((pid_t)a[0], at_address(a[1]), result);
        case SYS_sched_getattr:
            *result = tell_attributes((pid_t)a[0], at_address(a[1]), a[2], a[3]);
            return true;
        default:
            return false;
    }
}
