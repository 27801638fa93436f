#define _GNU_SOURCE
#include "kernel/machine/machine.h"

#include <errno.h>
#include <linux/capability.h>
#include <stddef.h>

#include "base/capability.h"
#include "model/note.h"
#include "model/runtime.h"

#define ANYBODY (-1)

/* The capability that the kernel asks for (capabilities(7)). */
static const int rights[] = {
    [HEDDLE_MACHINE_KILL] = ANYBODY,           [HEDDLE_MACHINE_PRIORITY] = ANYBODY,
    [HEDDLE_MACHINE_TRACE] = ANYBODY,          [HEDDLE_MACHINE_CLOCK] = CAP_SYS_TIME,
    [HEDDLE_MACHINE_HOSTNAME] = CAP_SYS_ADMIN, [HEDDLE_MACHINE_MOUNT] = CAP_SYS_ADMIN,
    [HEDDLE_MACHINE_SWAP] = CAP_SYS_ADMIN,     [HEDDLE_MACHINE_REBOOT] = CAP_SYS_BOOT,
    [HEDDLE_MACHINE_MODULES] = CAP_SYS_MODULE, [HEDDLE_MACHINE_LOG] = CAP_SYSLOG,
    [HEDDLE_MACHINE_QUOTA] = CAP_SYS_ADMIN,    [HEDDLE_MACHINE_ACCOUNTING] = CAP_SYS_PACCT,
    [HEDDLE_MACHINE_PORTS] = CAP_SYS_RAWIO,    [HEDDLE_MACHINE_TERMINAL] = CAP_SYS_TTY_CONFIG,
};

/* Not where nobody checks this process. In one that an execution has made nothing can be told any more. */
bool machine_refuses_anybody(enum heddle_machine what, const char *function, uint64_t site) {
    if (!rt.shared) {
        return false;
    }
    bool is_allowed = rt.asked.allowed >> what & 1;
    if (running() && is_allowed) {
        note(HEDDLE_NOTE_UNCONTROLLED, 0, site, "%s reaches the machine (--allow)", function);
    } else if (running()) {
        note(HEDDLE_NOTE_REFUSED, what, site, "%s", function);
    }
    errno = is_allowed ? errno : EPERM;
    return !is_allowed;
}

bool machine_refuses(enum heddle_machine what, const char *function, uint64_t site) {
    return rt.shared && (rights[what] == ANYBODY || has_capability(rights[what])) &&
           machine_refuses_anybody(what, function, site);
}
