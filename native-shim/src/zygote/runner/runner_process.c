/* The runner's process. */
#define _GNU_SOURCE
#include "zygote/runner/runner_process.h"

#include <linux/futex.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "base/direct.h"
#include "model/fibers/fiber.h"
#include "model/runtime.h"
#include "zygote/execution.h"
#include "zygote/files/alone.h"
#include "zygote/frames/inbox.h"
#include "zygote/frames/outbox.h"
#include "zygote/frames/sending.h"
#include "zygote/runner/checkpoint/checkpoint.h"
#include "zygote/runner/runner_memory.h"
#include "zygote/runner/runner_signals.h"
#include "zygote/runner/runner_state.h"
#include "zygote/runner/runner_undo.h"
#include "zygote/spent.h"
#include "zygote/zygote_result.h"

static struct turn_shared *shared;

static void pass_turn(enum heddle_fallback fallback, long call) {
    const uint64_t one = 1;
    outbox_flush();
    shared->fallback = fallback;
    shared->fallback_call = call;
    __atomic_store_n(&shared->turn, TURN_ZYGOTE, __ATOMIC_RELEASE);
    direct_call(SYS_write, shared->event, (long)&one, sizeof one, 0);
    while (__atomic_load_n(&shared->turn, __ATOMIC_ACQUIRE) != TURN_RUNNER) {
        direct_call(SYS_futex, (long)&shared->turn, FUTEX_WAIT, TURN_ZYGOTE, 0);
    }
    checkpoint_stale(); /* the zygote may have run something meanwhile */
}

/* Floating point as the execution has left it, but for the control word, which is the runner's again. */
static void clear_stack_of_x87(void) {
    uint16_t control;
    __asm__ volatile("fnstcw %0; fninit; fldcw %0" : "=m"(control));
}

static void execute(const struct plan_view *plan) {
    shared->executions++;
    shared->executes = 1;
    checkpoint_run(plan);
    spent_program_ends();
    clear_stack_of_x87();
    shared->executes = 0;
}

static bool has_diverged(const struct plan_view *plan) {
    uint32_t outcome = rt.shared->outcome;
    return outcome == HEDDLE_DIVERGED || (outcome == 0 && rt.shared->event_count < plan->head->step_count);
}

/* Whether the server may find something in the result: it is not kept to be sent with others, for the next execution may hang. */
static bool may_tell(void) {
    uint32_t outcome = rt.shared->outcome;
    bool is_plain = outcome == 0 || outcome == HEDDLE_EXITED || outcome == HEDDLE_SLEEP_BLOCKED || outcome == HEDDLE_CUT_OFF;
    return !is_plain || runner->status != 0 || rt.shared->race_count > 0 || rt.shared->note_count > 0;
}

static bool answer(const struct plan_view *plan) {
    rt.mode = MODE_ZYGOTE;
    bool sent =
        zygote_send_result(plan, runner->status << 8, &(struct way){.in_process = true, .from_checkpoint = checkpoint_events()});
    inbox_drop(); /* if the runner is killed before this, the server gets a second result, and knows it for one */
    return sent && (!may_tell() || outbox_flush());
}

static void put_back(void) {
    kernel_put_back();
    memory_put_back();
    rt.mode = MODE_ZYGOTE; /* at a checkpoint, the program runs */
}

/* The next frame, if it is one for the runner. */
static bool next_plan(struct plan_view *plan) {
    const char *wrong;
    bool waits = !inbox_has_frame(), was_alone = false;
    if (waits) {
        outbox_flush();
        spent_wait_begins();
        was_alone = alone_pause(); /* the next one may wait for an execution of others */
    }
    const struct heddle_frame *frame = inbox_next(&wrong);
    if (was_alone) {
        alone_begin();
    }
    if (waits) {
        spent_wait_ends();
    }
    return frame && !wrong && inbox_is_for_runner(frame) && !inbox_plan(frame, plan);
}

void runner_live(struct turn_shared *with) {
    shared = with;
    execution_enter_child();
    runner->progress = &shared->saved;
    sending_tell_half_sent(&shared->half_sent);
    direct_call(SYS_prctl, PR_SET_NAME, (long)"heddle-runner", 0, 0);
    fiber_guard_pool();
    kernel_remember();
    checkpoint_prepare(shared);
    enum heddle_fallback lacks = signals_take();
    if (lacks == HEDDLE_FALLBACK_NONE) {
        lacks = memory_track();
    }
    while (lacks != HEDDLE_FALLBACK_NONE) {
        pass_turn(lacks, 0);
    }
    checkpoint_stale();
    for (;;) {
        struct plan_view plan;
        if (!next_plan(&plan)) {
            pass_turn(HEDDLE_FALLBACK_NONE, 0);
            continue;
        }
        checkpoint_check(&plan);
        execute(&plan);
        if (checkpoint_has_ended()) {
            put_back();
            checkpoint_stale();
            continue;
        }
        if (runner->fallback == HEDDLE_FALLBACK_NONE && has_diverged(&plan)) {
            runner->fallback = HEDDLE_FALLBACK_DIVERGED;
        }
        bool is_over = runner->fallback == HEDDLE_FALLBACK_NONE;
        if (is_over && !answer(&plan)) {
            direct_call(SYS_exit_group, 0, 0, 0, 0);
        }
        put_back();
        if (!is_over) {
            pass_turn(runner->fallback, runner->fallback_call);
        }
    }
}
