#include "kernel/process/commands.h"

#include <sys/syscall.h>
#include <unistd.h>

#include "base/direct.h"
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

void commands_begin(const char *call, uint64_t site) {
    note(HEDDLE_NOTE_UNCONTROLLED, 0, site, "%s: the command is not controlled", call);
    if (rt.live_count > 1) {
        section_begin_as(HEDDLE_RUNS, 0, site);
    }
}

void commands_end(uint64_t site) {
    if (rt.section) {
        section_end_as(HEDDLE_RUNS, 0, site);
    }
}
