/* As whom threads use files: setfsuid and setfsgid are about one thread, also in libc. The kernel decides by it, so it is given to the one that
 * runs. What changes the effective identity changes this one of all threads. */
#define _GNU_SOURCE
#include "sync/settings/file_identity.h"

#include <stdbool.h>
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
} identities[MAX_FIBERS];

/* Whoever runs next: it has the turn in its own process. */
static void take_over(const struct fiber *fiber) {
    kernel_call(SYS_setfsuid, identities[fiber->index].user);
    kernel_call(SYS_setfsgid, identities[fiber->index].group);
}

static void set_all(void) {
    uid_t user = (uid_t)kernel_call(SYS_setfsuid, ONLY_TELL);
    gid_t group = (gid_t)kernel_call(SYS_setfsgid, ONLY_TELL);
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if (rt.fibers[i].process == rt.current->process || !fiber_takes_over) {
            identities[i].user = user;
            identities[i].group = group;
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
