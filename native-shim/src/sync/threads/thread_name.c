/* Which thread this is, and what it is called. */
#define _GNU_SOURCE
#include "sync/threads/thread_name.h"

#include <errno.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/real.h"
#include "memory/given_again.h"
#include "memory/memory.h"
#include "model/fibers/alike.h"
#include "model/fibers/fiber.h"
#include "model/fibers/fiber_handle.h"
#include "model/runtime.h"

/* As the kernel has them, for each thread; what a report calls one that has none is its function. */
static struct name {
    bool is_given;
    char text[THREAD_NAME];
} names[MAX_FIBERS];

void thread_name_begin(const struct fiber *parent, const struct fiber *child) {
    if (names[parent->index].is_given || names[child->index].is_given) { /* else no page needs to be touched */
        names[child->index] = names[parent->index];
    }
}

void thread_name_give(const struct fiber *fiber, const char *name) {
    struct name *to = &names[fiber->index];
    to->is_given = true;
    strncpy(to->text, name, sizeof to->text - 1);
    strcpy(public_fiber(fiber->index)->info.name, to->text);
}

void thread_name_tell(const struct fiber *fiber, char to[THREAD_NAME]) {
    if (names[fiber->index].is_given) {
        memcpy(to, names[fiber->index].text, THREAD_NAME);
    } else {
        kernel_call(SYS_prctl, PR_GET_NAME, to);
    }
}

EXPORT pthread_t pthread_self(void) {
    rt.site = NULL;
    if (!running()) {
        return REAL(pthread_self)();
    }
    alike_told_apart(rt.current);
    return rt.current->handle;
}

EXPORT int pthread_equal(pthread_t a, pthread_t b) {
    uint64_t site = SITE();
    if (a != b) {
        given_again_compared(a, b, site);
    }
    return a == b;
}

EXPORT int pthread_setname_np(pthread_t thread, const char *name) {
    rt.site = NULL;
    if (!running()) {
        return REAL(pthread_setname_np)(thread, name);
    }
    struct fiber *target = fiber_by_handle(thread);
    if (!target) {
        return ESRCH;
    }
    if (strlen(name) >= THREAD_NAME) {
        return ERANGE;
    }
    thread_name_give(target, name);
    return 0;
}

EXPORT int pthread_getname_np(pthread_t thread, char *name, size_t length) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(pthread_getname_np)(thread, name, length);
    }
    const struct fiber *target = fiber_by_handle(thread);
    if (!target) {
        return ESRCH;
    }
    char from[THREAD_NAME];
    thread_name_tell(target, from);
    if (length < THREAD_NAME) { /* as glibc has it, whatever the name is */
        return ERANGE;
    }
    memory_writes(name, strlen(from) + 1, site);
    strcpy(name, from);
    return 0;
}
