/* Who the process is. libc changes that in every thread by a signal, and waits until each has done so; here all threads are one of the
 * kernel's, so one system call is enough. */
#define _GNU_SOURCE
#include "kernel/process/identity.h"

#include <grp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/real.h"
#include "model/runtime.h"

enum { MOST_GROUPS = 1024 };

void (*identity_changed)(void);

static int told(long result) {
    if (result == 0 && UNLIKELY(identity_changed)) {
        identity_changed();
    }
    return (int)result;
}

#define CHANGES(name, parameters, call, ...)                     \
    EXPORT int name parameters {                                 \
        rt.site = NULL;                                          \
        return running() ? told(call) : REAL(name)(__VA_ARGS__); \
    }

CHANGES(setuid, (uid_t user), kernel_call(SYS_setuid, user), user)
CHANGES(setgid, (gid_t group), kernel_call(SYS_setgid, group), group)
CHANGES(seteuid, (uid_t user), kernel_call(SYS_setresuid, -1, user, -1), user)
CHANGES(setegid, (gid_t group), kernel_call(SYS_setresgid, -1, group, -1), group)
CHANGES(setreuid, (uid_t real, uid_t effective), kernel_call(SYS_setreuid, real, effective), real, effective)
CHANGES(setregid, (gid_t real, gid_t effective), kernel_call(SYS_setregid, real, effective), real, effective)
CHANGES(setresuid, (uid_t real, uid_t effective, uid_t saved), kernel_call(SYS_setresuid, real, effective, saved), real,
        effective, saved)
CHANGES(setresgid, (gid_t real, gid_t effective, gid_t saved), kernel_call(SYS_setresgid, real, effective, saved), real,
        effective, saved)
CHANGES(setgroups, (size_t count, const gid_t *groups), kernel_call(SYS_setgroups, count, groups), count, groups)

static int change_groups(const char *user, gid_t group) {
    gid_t groups[MOST_GROUPS];
    int count = MOST_GROUPS;
    getgrouplist(user, group, groups, &count);
    return (int)kernel_call(SYS_setgroups, count < MOST_GROUPS ? count : MOST_GROUPS, groups);
}

CHANGES(initgroups, (const char *user, gid_t group), change_groups(user, group), user, group)
