#define _GNU_SOURCE
#include "kernel/process/commands.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/direct.h"
#include "base/real.h"
#include "base/symbols.h"
#include "base/wire.h"
#include "core/section.h"
#include "kernel/machine/others.h"
#include "kernel/readiness/slots.h"
#include "memory/mappings/mapping.h"
#include "model/note.h"
#include "model/runtime.h"

static bool has_names; /* the program may have what others find by a name, and may change */

void commands_prepare(void) {
    static const char *const names[] = {"sem_open", "shm_open", "mq_open", "shmget", "semget", "msgget", NULL};
    has_names = symbols_are_referred_to(names);
}

bool commands_run_at_once(void) {
    return running() && !has_names && !mapping_of_file_is_shared() && !rt.seen.processes && !slots_any_own();
}

void commands_are_made(void) {
    rt.shared->forked = 1;
    others_begin();
    kernel_call(SYS_setpgid, 0, 0);
}

bool commands_begin(const char *call, uint64_t site) {
    note(HEDDLE_NOTE_UNCONTROLLED, 0, site, "%s: the command is not controlled", call);
    bool is_beside_others = rt.live_count > 1;
    if (is_beside_others) {
        section_begin_as(HEDDLE_RUNS, 0, site);
    }
    return is_beside_others;
}

void commands_end(bool begun, uint64_t site) {
    if (begun) {
        section_end_as(HEDDLE_RUNS, 0, site);
    }
}

static int start(const struct command *c, pid_t *process) {
    posix_spawnattr_t attributes;
    sigset_t blocked = {{rt.current->signal.blocked}};
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes, &blocked);
    int error = c->by_path ? REAL(posix_spawn)(process, c->file, c->actions, &attributes, c->arguments, c->environment)
                           : REAL(posix_spawnp)(process, c->file, c->actions, &attributes, c->arguments, c->environment);
    posix_spawnattr_destroy(&attributes);
    return error;
}

int commands_run(const struct command *command, int *status, uint64_t site) {
    pid_t process;
    bool begun = commands_begin(command->call, site);
    int error = start(command, &process);
    while (!error && REAL(waitpid)(process, status, 0) < 0 && errno == EINTR) {
    }
    commands_end(begun, site);
    return error;
}
