/* Some executions end for want of what only the zygote can make, and are run again with it: more threads whose control blocks fibers
 * can borrow, and libc's unwinder. */
#define _GNU_SOURCE
#include "zygote/zygote_supply.h"

#include <pthread.h>

#include "base/real.h"
#include "model/fibers/fiber.h"
#include "model/fibers/processes.h"
#include "model/note.h"
#include "model/runtime.h"
#include "model/shared.h"
#include "race/clocks/times.h"
#include "sync/processes/process_fork.h"

static void *exit_at_once(void *unused) {
    REAL(pthread_exit)(unused);
    return NULL;
}

/* The first pthread_exit makes libc load its unwinder and that initialise itself; here, rather than in every child. */
static bool load_unwinder(void) {
    pthread_t thread;
    if (REAL(pthread_create)(&thread, NULL, exit_at_once, NULL) != 0) {
        return false;
    }
    REAL(pthread_join)(thread, NULL);
    rt.program.unwinder_loaded = true;
    return true;
}

/* A plan of another zygote may have ends of processes that are more than here: see enum process_ends. Where more do not help, the plan is
 * executed once more as it was at first, so that its own divergence is told. */
static bool has_other_ends(void) {
    static enum { AT_FIRST, WITH_MORE, WITHOUT_AGAIN } now;
    static enum process_ends before;
    bool diverged = rt.shared->outcome == HEDDLE_DIVERGED;
    if (diverged && now != WITHOUT_AGAIN && rt.shared->forked && process_ends < ENDS_TOLD_TO_ALL) {
        before = now == AT_FIRST ? process_ends : before;
        process_ends++;
        now = WITH_MORE;
        return true;
    }
    bool is_in_vain = diverged && now == WITH_MORE;
    process_ends = is_in_vain ? before : process_ends;
    now = is_in_vain ? WITHOUT_AGAIN : AT_FIRST;
    return is_in_vain;
}

/* Whether the execution ended for want of something that is now there. */
bool zygote_supplied(void) {
    if (has_other_ends()) {
        return true;
    }
    if (rt.shared->outcome != HEDDLE_RESOURCES) {
        return false;
    }
    if (rt.shared->wants_unwinder) {
        return load_unwinder();
    }
    if (rt.shared->wants_alone) {
        rt.program.changes_files = true;
        return true;
    }
    if (rt.shared->wants_uncontrolled) {
        process_fork_leave_alone(rt.shared->wants_uncontrolled);
        return true;
    }
    if (rt.shared->wants_ends) {
        process_ends = (enum process_ends)rt.shared->wants_ends;
        return true;
    }
    uint32_t want = rt.shared->wants_fibers;
    if (want <= fiber_pool_size()) {
        return false;
    }
    want += want / 2;
    if (fiber_pool_grow(want < MAX_FIBERS ? want : MAX_FIBERS)) {
        times_allow(fiber_pool_size());
        return true;
    }
    note(HEDDLE_NOTE_RESOURCES, 0, 0, "more than %u threads cannot be had here", fiber_pool_size() - 1);
    return false;
}
