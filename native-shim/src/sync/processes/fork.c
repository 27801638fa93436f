/* fork, vfork and daemon. */
#define _GNU_SOURCE
#include "sync/processes/fork.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
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

/* Makes a process that is part of the execution. */
static pid_t fork_within(uint64_t site) {
    if (UNLIKELY(rt.seen.claims)) {
        claims_forked(site);
    }
    return process_fork(site);
}

/* Nobody controls the process that is about to be made. */
static void leave_alone(const char *call, const char *why, uint64_t site) {
    static char text[160];
    if (running() && rt.processes) {
        end_execution_uncontrolled(why);
    }
    REAL(snprintf)(text, sizeof text, "%s: the new process is not controlled: %s", call, why ? why : "");
    other_processes_tell(text, site);
}

EXPORT pid_t fork(void) {
    uint64_t site = SITE();
    if (UNLIKELY(call_fails_with(HEDDLE_FAILING_FORK, EAGAIN, site))) {
        return -1;
    }
    const char *why = running() ? process_fork_prevented() : NULL;
    if (running() && !why) {
        return fork_within(site);
    }
    bool may_come_first = running() && !rt.processes && child_first_may(site);
    leave_alone("fork", why, site);
    if (!may_come_first) {
        other_processes_live();
    }
    pid_t process = inherited_fork();
    if (may_come_first && process != 0 && !child_first_has_ended(process)) {
        other_processes_live();
    }
    return process;
}

/* The process that has forked goes on once the new one has ended. A new one that executes a program has no part in the execution. */
static void wait_for_end(pid_t process, uint64_t site) {
    siginfo_t end;
    int error = errno;
    do {
        pass_site(site);
    } while (waitid(P_PID, (id_t)process, &end, WEXITED | WNOWAIT) != 0 && errno == EINTR);
    errno = error;
}

/* The new process has memory of its own here, of which POSIX lets it change nothing. */
EXPORT pid_t vfork(void) {
    uint64_t site = SITE();
    if (UNLIKELY(call_fails_with(HEDDLE_FAILING_FORK, EAGAIN, site))) {
        return -1;
    }
    const char *why = !running() ? NULL : has_handlers ? "vfork runs no handlers of pthread_atfork" : process_fork_prevented();
    if (running() && !why) {
        pid_t process = fork_within(site);
        if (process > 0) {
            wait_for_end(process, site);
        }
        return process;
    }
    leave_alone("vfork", why, site);
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
