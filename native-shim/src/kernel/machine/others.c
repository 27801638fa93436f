#define _GNU_SOURCE
#include "kernel/machine/others.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/direct.h"
#include "base/process_state.h"
#include "base/real.h"
#include "kernel/machine/machine.h"
#include "model/runtime.h"

#define MOST_ANCESTORS 64

static pid_t first; /* the process of the execution, in those that come of it */

void others_begin(void) { first = REAL(getpid)(); }

static bool is_first(pid_t process) { return process == (running() ? REAL(getpid)() : first); }

/* By its ancestors. Those that end leave it to the zygote, but in the group that it was made in. */
static bool is_ours(pid_t process) {
    struct process_state state;
    pid_t ancestor = process;
    for (int i = 0; i < MOST_ANCESTORS && ancestor > 1; i++) {
        if (is_first(ancestor) || ancestor == REAL(getpid)()) {
            return true;
        }
        ancestor = process_state(ancestor, &state) ? state.parent : 0;
    }
    return rt.shared->forked && (pid_t)direct_call(SYS_getpgid, process, 0, 0, 0) == (running() ? REAL(getpid)() : first);
}

static bool there_is(pid_t process) { return direct_call(SYS_kill, process, 0, 0, 0) != -ESRCH; }

bool others_refuse(pid_t process, enum heddle_machine what, const char *function, uint64_t site) {
    bool is_other = rt.shared && process > 0 && !is_ours(process) && there_is(process);
    return is_other && machine_refuses_anybody(what, function, site);
}

/* The zygote, and who started the check, are in the group of an execution until that makes a process. */
static bool is_own_group(pid_t group) {
    pid_t own = (pid_t)direct_call(SYS_getpgid, 0, 0, 0, 0);
    return (group == 0 || group == own) && (own == REAL(getpid)() || rt.shared->forked);
}

bool others_refuse_group(pid_t group, enum heddle_machine what, const char *function, uint64_t site) {
    bool is_other = rt.shared && !is_own_group(group) && !(group > 1 && is_ours(group)) && there_is(-group);
    return is_other && machine_refuses_anybody(what, function, site);
}
