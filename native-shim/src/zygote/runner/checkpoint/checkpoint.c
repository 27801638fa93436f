#define _GNU_SOURCE
#include "zygote/runner/checkpoint/checkpoint.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "base/direct.h"
#include "base/invariant.h"
#include "base/real.h"
#include "core/candidates.h"
#include "core/schedule.h"
#include "model/fibers/fiber.h"
#include "model/runtime.h"
#include "race/shadow/visible.h"
#include "zygote/execution.h"
#include "zygote/frames/inbox.h"
#include "zygote/runner/checkpoint/base_files.h"
#include "zygote/runner/checkpoint/begins.h"
#include "zygote/runner/checkpoint/kept.h"
#include "zygote/runner/runner_memory.h"
#include "zygote/runner/runner_signals.h"
#include "zygote/runner/runner_state.h"
#include "zygote/runner/runner_undo.h"
#include "zygote/spent.h"

#define LEAST_NANOS 2000000u /* that a checkpoint spares an execution: a fork, with what it copies, takes about one million */
#define MOST_NANOS 1000000000u
#define LOOKS 32u /* executions that were far too short; then nobody looks any more */

enum { EXIT_OTHERWISE = 71, EXIT_LACKS = 72 };

static struct turn_shared *shared;

static _Noreturn void end(int status) {
    for (;;) {
        direct_call(SYS_exit_group, status, 0, 0, 0);
    }
}

/* ---- the process that comes to a checkpoint ---- */

/* What others have a part in does not come again, and what tells processes apart is known to the program. */
static bool may_be_taken(void) {
    const struct shared *s = rt.shared;
    bool others = rt.seen.outside || rt.seen.processes || s->forked || s->made_count > 0 || s->own_name_count > 0;
    bool midway = rt.section || rt.whole || rt.debugged || rt.mode != MODE_RUNNING;
    bool has_room = rt.fiber_count == 1 || runner->base.kept_pages + runner->memory.saved_count < MOST_SAVED;
    return !others && !midway && has_room && runner->base.depth < MOST_DEPTH && !runner->kernel.is_unique && base_files_allow();
}

/* Waits until the process at the checkpoint has ended. Returns where this execution has to go on by itself. */
static void wait_for(long child) {
    struct base *base = &runner->base;
    while (direct_call(SYS_wait4, child, (long)&base->child_status, 0, 0) == -EINTR) {
    }
    shared->chain[base->depth] = 0;
    int status = WIFEXITED(base->child_status) ? WEXITSTATUS(base->child_status) : -1;
    if (status == EXIT_LACKS) {
        base->is_unworthy = LOOKS;
        schedule_stop_before(UINT32_MAX);
        return;
    }
    if (status != EXIT_OTHERWISE) { /* killed, or its server has gone: whoever waits for this process finds out */
        for (;;) {
            direct_call(SYS_kill, direct_call(SYS_getpid, 0, 0, 0, 0), SIGKILL, 0, 0);
        }
    }
    bool was_worth_it = shared->begun_here > 1;
    base->least = was_worth_it ? LEAST_NANOS : base->least < MOST_NANOS ? 2 * base->least : base->least;
    base->has_ended = true;
    runner_leave(HEDDLE_FALLBACK_NONE, 0);
}

static void take(void) {
    struct base *base = &runner->base;
    runner->selector = DISPATCH_ALLOW;
    base->parent = direct_call(SYS_getpid, 0, 0, 0, 0);
    long child = direct_call(SYS_fork, 0, 0, 0, 0);
    if (child == 0) {
        base->is_taken = true;
        fiber_pause(runner->caller, &base->paused); /* each execution that begins here returns */
        return;
    }
    if (child > 0) {
        shared->chain[base->depth] = (int32_t)child;
        wait_for(child);
    } else {
        base->is_unworthy = LOOKS;
    }
    runner->selector = DISPATCH_BLOCK;
}

static bool is_worth_it(void) {
    const struct base *base = &runner->base;
    return base->is_unworthy < LOOKS && real_nanoseconds() - base->began >= base->least;
}

static void take_if_worth_it(void) {
    if (is_worth_it() && may_be_taken()) {
        take();
    }
}

/* Where the execution has come as far as it has in common with the next one. Else that one begins where this one has. */
static void plan_one(const struct plan_view *plan) {
    const struct heddle_frame *after = (const struct heddle_frame *)(const void *)plan->head - 1;
    do {
        after = inbox_after(after);
    } while (after && !inbox_is_for_runner(after));
    struct plan_view next;
    uint32_t common = after && inbox_look(after, &next) ? begins_in_common(plan, &next) : 0;
    schedule_stop_before(common > runner->base.event_count ? common : UINT32_MAX);
}

static void look_at_time(void) {
    struct base *base = &runner->base;
    if (base->is_unworthy < LOOKS) {
        bool was_short = real_nanoseconds() - base->began < LEAST_NANOS / 4;
        base->is_unworthy = was_short ? base->is_unworthy + 1 : 0;
    }
}

/* ---- the process at a checkpoint ---- */

/* It becomes a runner whose executions begin here. */
static void settle(const struct plan_view *plan) {
    struct base *base = &runner->base;
    base->is_taken = base->begun_here = false;
    runner->caller = NULL;
    shared->begun_here = 0;
    direct_call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0);
    if (direct_call(SYS_getppid, 0, 0, 0, 0) != base->parent) {
        end(EXIT_LACKS);
    }
    base->depth++;
    base->kept_pages += rt.fiber_count == 1 ? 0 : runner->memory.saved_count;
    base->event_count = rt.shared->event_count;
    base->error = errno;
    schedule_stop_before(UINT32_MAX);
    bool ok = base_files_take() && kept_take() && begins_take(plan);
    kernel_remember();
    ok = ok && signals_dispatch() && memory_track_again() == HEDDLE_FALLBACK_NONE;
    if (!ok) {
        end(EXIT_LACKS);
    }
}

static void go_on(void) {
    rt.mode = MODE_RUNNING;
    errno = runner->base.error;
    runner->selector = DISPATCH_BLOCK;
    fiber_resume(runner->base.paused, &runner->caller);
}

static void begin_here(const struct plan_view *plan) {
    struct base *base = &runner->base;
    kept_put_back(base->is_stale);
    base_files_put_back();
    base->is_stale = runner->kernel.wrote = runner->kernel.read = false;
    base->begun_here = true;
    shared->begun_here++;
    runtime_ask(plan->head);
    visible_start(plan->visible, plan->head->visible_count);
    schedule_go_on(plan, kept_events(), rt.fiber_count == 1 ? base->event_count : 0);
    spent_program_begins();
    go_on();
}

static void begin_at_main(const struct plan_view *plan) {
    execution_reset_shared();
    execution_reset_files(runner->kernel.wrote, runner->kernel.read);
    runner->kernel.wrote = runner->kernel.read = false;
    struct fiber *main_fiber = execution_begin(plan);
    spent_program_begins();
    runner->selector = DISPATCH_BLOCK;
    fiber_start_main(main_fiber, &runner->caller);
}

void checkpoint_run(const struct plan_view *plan) {
    struct base *base = &runner->base;
    INVARIANT(!runner->caller && !base->is_taken);
    if (base->is_unworthy < LOOKS) {
        base->began = real_nanoseconds();
        plan_one(plan);
    }
    if (base->paused) {
        begin_here(plan);
    } else {
        begin_at_main(plan);
    }
    while (base->is_taken) {
        settle(plan);
        go_on();
    }
    runner->caller = NULL;
    look_at_time();
}

bool checkpoint_has_ended(void) {
    bool ended = runner->base.has_ended;
    runner->base.has_ended = false;
    return ended;
}

void checkpoint_check(const struct plan_view *plan) {
    if (runner->base.paused && !begins_here(plan)) {
        end(EXIT_OTHERWISE);
    }
}

uint32_t checkpoint_events(void) { return runner->base.begun_here ? runner->base.event_count : 0; }

void checkpoint_stale(void) { runner->base.is_stale = runner->kernel.wrote = runner->kernel.read = true; }

void checkpoint_prepare(struct turn_shared *with) {
    shared = with;
    runner->base.least = LEAST_NANOS;
    outside.before_first_thread = outside.before_begin = outside.before_event = take_if_worth_it;
}
