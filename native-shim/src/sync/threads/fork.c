/* fork and vfork. */
#define _GNU_SOURCE
#include <unistd.h>

#include "base/compiler.h"
#include "kernel/outside/other_processes.h"
#include "model/runtime.h"
#include "sync/threads/child_first.h"
#include "sync/threads/inherited.h"

EXPORT pid_t fork(void) {
    uint64_t site = SITE();
    bool may_come_first = running() && child_first_may(site);
    other_processes_tell("fork: the new process is not controlled", site);
    if (!may_come_first) {
        other_processes_live();
    }
    pid_t process = inherited_fork();
    if (may_come_first && process != 0 && !child_first_has_ended(process)) {
        other_processes_live();
    }
    return process;
}

EXPORT pid_t vfork(void) {
    other_processes_tell("vfork: the new process is not controlled", SITE());
    other_processes_live();
    return inherited_fork();
}
