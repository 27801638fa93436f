/* Other processes that the program starts: they run, but nobody controls them. */
#define _GNU_SOURCE
#include "kernel/outside/other_processes.h"

#include <dlfcn.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/catalogue.h"
#include "base/compiler.h"
#include "base/direct.h"
#include "base/real.h"
#include "base/pages/runtime_memory.h"
#include "core/candidates.h"
#include "kernel/process/commands.h"
#include "kernel/process/process.h"
#include "kernel/readiness/kernel.h"
#include "kernel/signals/signal_points.h"
#include "memory/mappings/mapping.h"
#include "model/ending.h"
#include "model/addresses.h"
#include "model/dependence.h"
#include "model/note.h"
#include "model/runtime.h"

static void watch_event(const struct heddle_event *event);
static void watch_blocked(void);

/* Whether a process that was forked has made another one, which may stay; shared with these. */
static uint32_t *theirs;

bool other_processes_count_theirs(void) {
    theirs = theirs ? theirs : runtime_shared_pages(sizeof *theirs);
    return theirs;
}

bool other_processes_of_theirs(void) { return *theirs; }

void other_processes_tell(const char *what, uint64_t site) {
    if (running()) {
        commands_are_made();
        note(HEDDLE_NOTE_NEW_PROCESS, 0, site, "%s", what);
    } else if (theirs) {
        *theirs = 1;
    }
}

void other_processes_prepare(void) { outside.watch_blocked = watch_blocked; }

void other_processes_live(void) {
    if (running()) {
        rt.seen.processes = true;
        outside.watch = watch_event;
        slots_share();
    }
}

void other_processes_uncontrolled(const char *what, uint64_t site) {
    other_processes_tell(what, site);
    other_processes_live();
}

/* Of what the runtime itself has, programs use semaphores with a name only, which other processes know as well. */
static bool is_shared_memory(uint64_t address) {
    Dl_info object, ours;
    if (address >= FIBER_SLOTS && address < ARENAS_END) {
        return false;
    }
    if (dladdr((void *)(uintptr_t)address, &object)) {
        return dladdr(&process_main, &ours) && object.dli_fbase == ours.dli_fbase;
    }
    return mapping_is_shared(address);
}

/* Whether other processes than this one may use it. */
static bool is_shared(const struct touched *touched) {
    switch (touched->family) {
        case HEDDLE_FAMILY_THREAD:
        case HEDDLE_FAMILY_KEY:
            return false;
        case HEDDLE_FAMILY_KERNEL:
        case HEDDLE_FAMILY_CHANNEL:
            return true;
        default:
            return is_shared_memory(touched->object);
    }
}

static void watch(const struct heddle_event *operation, const char *text) {
    struct touched touched[MOST_THINGS];
    int count = touches(operation, touched);
    for (int i = 0; i < count; i++) {
        if (is_shared(&touched[i])) {
            note_of(operation->thread, HEDDLE_NOTE_SHARED_WITH_PROCESS, touched[i].object, operation->site, "%s", text);
            return;
        }
    }
}

static void watch_event(const struct heddle_event *event) {
    enum heddle_family family = operation_family(event->kind);
    if (family != HEDDLE_FAMILY_KERNEL && family != HEDDLE_FAMILY_CHANNEL) {
        watch(event, "shared with a process that is not controlled: its part in it is not seen");
    }
}

/* Notes what they may end of what threads wait for. */
static void watch_blocked(void) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if (rt.fibers[i].pending->kind != 0) {
            watch(rt.fibers[i].pending, "waits for what a process that is not controlled may do");
        }
    }
}

EXPORT int system(const char *command) {
    uint64_t site = SITE();
    if (running()) {
        signals_before_call(site);
    }
    if (!command || !commands_run_at_once()) {
        CALLS_ALONE("system");
        other_processes_uncontrolled("system: the command is not controlled", site);
        return REAL(system)(command);
    }
    commands_are_made();
    bool begun = commands_begin("system", site);
    int status = REAL(system)(command);
    commands_end(begun, site);
    return status;
}

/* Before posix_spawn and its like; `call` with CALL_OF. */
static void spawns(const char *call, uint64_t site) {
    calls_alone(call);
    if (running()) {
        signals_before_call(site);
    }
    other_processes_uncontrolled("posix_spawn: the command is not controlled", site);
}

EXPORT int posix_spawn(pid_t *child, const char *path, const posix_spawn_file_actions_t *actions,
                       const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]) {
    uint64_t site = SITE();
    spawns(CALL_OF "posix_spawn", site);
    return REAL(posix_spawn)(child, path, actions, attributes, arguments, environment);
}

EXPORT int posix_spawnp(pid_t *child, const char *file, const posix_spawn_file_actions_t *actions,
                        const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]) {
    uint64_t site = SITE();
    spawns(CALL_OF "posix_spawnp", site);
    return REAL(posix_spawnp)(child, file, actions, attributes, arguments, environment);
}
