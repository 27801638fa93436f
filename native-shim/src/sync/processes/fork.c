/* fork, vfork and daemon. */
#define _GNU_SOURCE
#include "sync/processes/fork.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/real.h"
#include "base/symbols.h"
#include "core/claims.h"
#include "core/failures.h"
#include "kernel/outside/other_processes.h"
#include "model/ending.h"
#include "model/note.h"
#include "model/runtime.h"
#include "sync/processes/child_first.h"
#include "sync/threads/inherited.h"
#include "sync/processes/process_fork.h"

static bool has_handlers; /* the program may have some that fork is to call */

EXPORT pid_t fork(void) {
    uint64_t site = SITE();
    if (UNLIKELY(call_fails_with(HEDDLE_FAILING_FORK, EAGAIN, site))) {
        return -1;
    }
    const char *why = running() ? process_fork_prevented() : NULL;
    if (running() && !why) {
        if (UNLIKELY(rt.seen.claims)) {
            claims_forked(site);
        }
        return process_fork(site);
    }
    if (running() && rt.processes) {
        end_execution_uncontrolled(why);
    }
    bool may_come_first = running() && child_first_may(site);
    static char text[160];
    REAL(snprintf)(text, sizeof text, "fork: the new process is not controlled: %s", why ? why : "");
    other_processes_tell(text, site);
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
    CALLS_ALONE("vfork");
    other_processes_tell("vfork: the new process is not controlled", SITE());
    other_processes_live();
    return inherited_fork();
}

/* ---- daemon: the process that goes on is taken for the one that has called it, and keeps its number ---- */

/* What the new process would not have, or would do by itself. */
static void refuse_daemon(uint64_t site) {
    if (rt.live_count > 1) {
        unmodelled("daemon, while there are other threads", site);
    }
    if (rt.seen.timers) {
        unmodelled("daemon, after a timer was armed", site);
    }
    if (has_handlers) {
        unmodelled("daemon, with handlers of pthread_atfork", site);
    }
}

/* Its output is nobody's from here on. */
static bool lose_output(void) {
    int file = open("/dev/null", O_RDWR);
    for (int i = 0; file >= 0 && i <= STDERR_FILENO; i++) {
        dup2(file, i);
    }
    if (file > STDERR_FILENO) {
        close(file);
    }
    return file >= 0;
}

EXPORT int daemon(int keeps_folder, int keeps_output) {
    uint64_t site = SITE();
    if (!running()) {
        return REAL(daemon)(keeps_folder, keeps_output);
    }
    CALLS_ALONE("daemon");
    refuse_daemon(site);
    kernel_call(SYS_setsid);
    int unused = keeps_folder ? 0 : chdir("/");
    (void)unused;
    return keeps_output || lose_output() ? 0 : -1;
}

void fork_prepare(void) {
    static const char *const names[] = {"pthread_atfork", "__register_atfork", NULL};
    has_handlers = symbols_are_referred_to(names);
}
