/* Results: what an execution came to, whether the command that verifies it agrees, and the frame that says so. */
#define _GNU_SOURCE
#include "zygote/zygote_result.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/invariant.h"
#include "base/real.h"
#include "model/digest.h"
#include "model/note.h"
#include "model/plan.h"
#include "model/runtime.h"
#include "zygote/files/output.h"
#include "zygote/frames/sending.h"
#include "zygote/spent.h"

static const char *verify_command;

void zygote_prepare_verify(void) { verify_command = getenv("HEDDLE_VERIFY") ? REAL(strdup)(getenv("HEDDLE_VERIFY")) : NULL; }

/* Nothing is known of an execution that ended, or had to be ended, in a function that was to judge it. */
static void tell_judge(struct heddle_result *result) {
    bool is_claim = rt.shared->judges == JUDGES_MEMORY;
    note(HEDDLE_NOTE_UNMODELLED_CALL, 0, rt.shared->judges_from, "%s that does not return%s",
         is_claim ? "heddle_never or heddle_eventually of a condition" : "heddle_specification of a function",
         result->outcome == HEDDLE_HUNG && !is_claim ? ", or with which a search takes longer than --progress-limit" : "");
    result->note_count = rt.shared->note_count;
    result->outcome = HEDDLE_UNMODELLED;
}

static void judge(struct heddle_result *result, int status, uint32_t step_count) {
    const struct shared *shared = rt.shared;
    result->terminator = -1;
    result->status = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    result->outcome = shared->outcome;
    if (result->outcome == 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && !shared->kills_itself) {
        note(HEDDLE_NOTE_RESOURCES, 0, 0, "the execution was killed from outside, perhaps for want of memory");
        result->note_count = shared->note_count;
        result->outcome = HEDDLE_RESOURCES;
    } else if (result->outcome == 0) {
        result->outcome = WIFSIGNALED(status) ? HEDDLE_SIGNALED : HEDDLE_EXITED;
        if (shared->event_count < step_count) {
            result->outcome = HEDDLE_DIVERGED;
            result->diverged_step = shared->event_count;
            result->diverged_reason = HEDDLE_DIVERGED_ENDED_EARLY;
        } else if (!shared->exiting) {
            result->terminator = (int32_t)shared->running;
        }
    } else if (result->outcome == HEDDLE_DIVERGED) {
        result->diverged_step = shared->diverged_step;
        result->diverged_reason = shared->diverged_reason;
        result->diverged_actual = shared->diverged_actual;
    } else if (result->outcome == HEDDLE_HUNG) {
        result->terminator = (int32_t)shared->running;
    }
    if (shared->judges != NO_JUDGE && (result->outcome == HEDDLE_EXITED || result->outcome == HEDDLE_HUNG)) {
        tell_judge(result);
    }
}

static void gather_threads(struct heddle_result *result) {
    for (uint32_t i = 0; i < rt.shared->fiber_count; i++) {
        const struct public_fiber *fiber = public_fiber(i);
        rt.shared->threads[result->thread_count++] = fiber->info;
        if (!fiber->finished && fiber->pending.kind != 0) {
            rt.shared->pending[result->pending_count++] = fiber->pending;
        }
    }
}

/* How many of the first events the server knows, and need not be told. */
static uint32_t known(const struct heddle_plan *plan) {
    uint32_t count = plan->known_count;
    bool repeated = rt.shared->event_count >= count && digest_of(rt.shared->events, count) == plan->known_digest;
    return repeated ? count : 0;
}

bool zygote_send_result(const struct plan_view *plan, int status, const struct way *way) {
    struct shared *shared = rt.shared;
    INVARIANT(shared->event_count <= EVENT_CAPACITY && shared->fiber_count <= MAX_FIBERS);
    INVARIANT(shared->note_count <= MAX_NOTES && shared->race_count <= MAX_RACES);
    INVARIANT(shared->ready_count <= MAX_READY);
    INVARIANT(shared->stack_count <= MAX_STACKS && shared->touch_count <= MAX_TOUCHES);
    uint32_t omitted = known(plan->head);
    struct heddle_result result = {.plan = plan->head->plan,
                                   .omitted = omitted,
                                   .event_count = shared->event_count - omitted,
                                   .note_count = shared->note_count,
                                   .race_count = shared->race_count,
                                   .stack_count = shared->stack_count,
                                   .touch_count = shared->touch_count,
                                   .ready_count = shared->ready_count,
                                   .plain_reads = shared->plain_reads,
                                   .plain_writes = shared->plain_writes,
                                   .atomics = shared->atomics,
                                   .weak_atomics = shared->weak_atomics,
                                   .foreign_atomics = shared->foreign_atomics,
                                   .in_process = way->in_process,
                                   .from_checkpoint = way->from_checkpoint,
                                   .fallback = way->fallback,
                                   .fallback_call = (uint32_t)way->fallback_call};
    spent_tell(&result);
    judge(&result, status, plan->head->step_count);
    gather_threads(&result);
    bool wanted = (plan->head->flags & HEDDLE_PLAN_KEEP_OUTPUT) || result.outcome != HEDDLE_EXITED || result.status != 0;
    struct output output = wanted ? output_take() : (struct output){0};
    result.stdout_length = output.out_length;
    result.stderr_length = output.err_length;
    struct iovec parts[] = {{0},
                            {&result, sizeof result},
                            {shared->events + omitted, result.event_count * sizeof *shared->events},
                            {shared->pending, result.pending_count * sizeof *shared->pending},
                            {shared->threads, result.thread_count * sizeof *shared->threads},
                            {shared->notes, shared->note_count * sizeof *shared->notes},
                            {shared->races, shared->race_count * sizeof *shared->races},
                            {shared->stacks, shared->stack_count * sizeof *shared->stacks},
                            {shared->touches, shared->touch_count * sizeof *shared->touches},
                            {shared->ready, shared->ready_count * sizeof *shared->ready},
                            {output.out, output.out_length},
                            {output.err, output.err_length}};
    return send_frame(HEDDLE_RESULT, parts, sizeof parts / sizeof *parts);
}

void zygote_verify(int status) {
    if (!verify_command || rt.shared->outcome != 0 || status != 0) {
        return;
    }
    pid_t checker = _Fork();
    if (checker == 0) {
        REAL(signal)(SIGALRM, SIG_DFL);
        REAL(execl)("/bin/sh", "sh", "-c", verify_command, (char *)NULL);
        REAL(_exit)(127);
    }
    int verdict = 0;
    while (checker > 0 && REAL(waitpid)(checker, &verdict, 0) < 0 && errno == EINTR) {
    }
    if (checker < 0 || verdict != 0) {
        note(HEDDLE_NOTE_VERIFY, 0, 0, "the command given with --verify failed (%s %d)",
             WIFSIGNALED(verdict) ? "signal" : "status", WIFSIGNALED(verdict) ? WTERMSIG(verdict) : WEXITSTATUS(verdict));
    }
}
