/* Limits of the process. Executions leave no core files, whatever the program asks for: that limit is zero for the kernel, and the program
 * sees the one that it would have natively. */
#define _GNU_SOURCE
#include "kernel/process/limits.h"

#include <errno.h>
#include <linux/capability.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/capability.h"
#include "base/compiler.h"
#include "base/direct.h"
#include "base/real.h"
#include "kernel/machine/others.h"
#include "model/runtime.h"

#define SOFT "HEDDLE_CORE_LIMIT" /* what is soft natively, in hexadecimal digits; the hard one the process has */

static struct rlimit core;

void limits_prepare(void) {
    const char *soft = getenv(SOFT);
    const struct rlimit none = {0, 0};
    REAL(getrlimit)(RLIMIT_CORE, &core);
    core.rlim_cur = soft ? (rlim_t)strtoull(soft, NULL, 16) : core.rlim_cur;
    unsetenv(SOFT);
    REAL(setrlimit)(RLIMIT_CORE, &none);
}

/* As the kernel does (prlimit(2)). */
static int change_core(const struct rlimit *wanted, struct rlimit *before) {
    struct rlimit was = core;
    if (wanted && wanted->rlim_cur > wanted->rlim_max) {
        return fail_with(EINVAL);
    }
    if (wanted && wanted->rlim_max > was.rlim_max && !has_capability(CAP_SYS_RESOURCE)) {
        return fail_with(EPERM);
    }
    core = wanted ? *wanted : core;
    if (before) {
        *before = was;
    }
    return 0;
}

/* Also in processes that an execution has made. */
static bool is_own_core(pid_t process, int resource) {
    return rt.shared && resource == RLIMIT_CORE && (process == 0 || process == REAL(getpid)());
}

EXPORT int getrlimit(__rlimit_resource_t resource, struct rlimit *out) {
    rt.site = NULL;
    return is_own_core(0, (int)resource) ? change_core(NULL, out) : REAL(getrlimit)(resource, out);
}

EXPORT int setrlimit(__rlimit_resource_t resource, const struct rlimit *wanted) {
    rt.site = NULL;
    return is_own_core(0, (int)resource) ? change_core(wanted, NULL) : REAL(setrlimit)(resource, wanted);
}

EXPORT int prlimit(pid_t process, __rlimit_resource_t resource, const struct rlimit *wanted, struct rlimit *before) {
    uint64_t site = SITE();
    if (is_own_core(process, (int)resource)) {
        return change_core(wanted, before);
    }
    bool is_refused = wanted && others_refuse(process, HEDDLE_MACHINE_PRIORITY, "prlimit", site);
    return is_refused ? -1 : REAL(prlimit)(process, resource, wanted, before);
}

/* On this platform they are the same. */
EXPORT int getrlimit64(__rlimit_resource_t resource, struct rlimit64 *out) {
    PASS_SITE();
    return getrlimit(resource, (struct rlimit *)out);
}

EXPORT int setrlimit64(__rlimit_resource_t resource, const struct rlimit64 *wanted) {
    PASS_SITE();
    return setrlimit(resource, (const struct rlimit *)wanted);
}

EXPORT int prlimit64(pid_t process, __rlimit_resource_t resource, const struct rlimit64 *wanted, struct rlimit64 *before) {
    PASS_SITE();
    return prlimit(process, resource, (const struct rlimit *)wanted, (struct rlimit *)before);
}
