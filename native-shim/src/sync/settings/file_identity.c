/* As whom threads use files, and which of their capabilities are effective: setfsuid, setfsgid and capset are about one thread, also in libc. The
 * kernel decides by it, so it is given to the one that runs. What changes the effective identity changes this one of all threads. */
#define _GNU_SOURCE
#include "sync/settings/file_identity.h"

#include <stddef.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/syscall.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/real.h"
#include "kernel/process/identity.h"
#include "model/fibers/fiber.h"
#include "model/runtime.h"
#include "model/shared.h"

#define ONLY_TELL (-1)

static struct {
    uid_t user;
    gid_t group;
    struct __user_cap_data_struct rights[_LINUX_CAPABILITY_U32S_3];
} identities[MAX_FIBERS];

static long of_rights(long number, struct __user_cap_data_struct *rights) {
    struct __user_cap_header_struct own = {.version = _LINUX_CAPABILITY_VERSION_3};
    return kernel_call(number, &own, rights);
}

/* Whoever runs next: it has the turn in its own process. */
static void take_over(const struct fiber *fiber) {
    kernel_call(SYS_setfsuid, identities[fiber->index].user);
    kernel_call(SYS_setfsgid, identities[fiber->index].group);
    of_rights(SYS_capset, identities[fiber->index].rights);
}

static void set_all(void) {
    uid_t user = (uid_t)kernel_call(SYS_setfsuid, ONLY_TELL);
    gid_t group = (gid_t)kernel_call(SYS_setfsgid, ONLY_TELL);
    struct __user_cap_data_struct rights[_LINUX_CAPABILITY_U32S_3];
    of_rights(SYS_capget, rights);
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if (rt.fibers[i].process == rt.current->process || !fiber_takes_over) {
            identities[i].user = user;
            identities[i].group = group;
            memcpy(identities[i].rights, rights, sizeof rights);
        }
    }
}

void file_identity_begin(const struct fiber *parent, const struct fiber *child) {
    if (fiber_takes_over) {
        identities[child->index] = identities[parent->index];
    }
}

static void begin(void) {
    if (!fiber_takes_over && rt.fiber_count > 1) {
        set_all();
        fiber_takes_over = take_over;
        identity_changed = set_all;
    }
}

EXPORT int setfsuid(uid_t user) {
    rt.site = NULL;
    if (!running()) {
        return REAL(setfsuid)(user);
    }
    begin();
    int before = (int)kernel_call(SYS_setfsuid, user);
    identities[rt.current->index].user = (uid_t)kernel_call(SYS_setfsuid, ONLY_TELL);
    of_rights(SYS_capget, identities[rt.current->index].rights); /* another user has other ones */
    return before;
}

EXPORT int setfsgid(gid_t group) {
    rt.site = NULL;
    if (!running()) {
        return REAL(setfsgid)(group);
    }
    begin();
    int before = (int)kernel_call(SYS_setfsgid, group);
    identities[rt.current->index].group = (gid_t)kernel_call(SYS_setfsgid, ONLY_TELL);
    return before;
}

bool file_identity_rights(const struct __user_cap_header_struct *header, const struct __user_cap_data_struct *wanted,
                          long *result) {
    struct __user_cap_data_struct present[_LINUX_CAPABILITY_U32S_3], asked[_LINUX_CAPABILITY_U32S_3];
    if (header->version != _LINUX_CAPABILITY_VERSION_3 || header->pid != 0 || of_rights(SYS_capget, present) != 0) {
        return false;
    }
    memcpy(asked, wanted, sizeof asked);
    for (size_t i = 0; i < _LINUX_CAPABILITY_U32S_3; i++) {
        if (asked[i].permitted != present[i].permitted) {
            return false;
        }
    }
    begin();
    *result = of_rights(SYS_capset, asked);
    of_rights(SYS_capget, identities[rt.current->index].rights);
    return true;
}
