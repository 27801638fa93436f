/* The zygote: a process that has loaded the program, up to main, and forks a child for every plan. The trace lives in
 * memory shared with the child, so a crash, an abort or SIGKILL loses nothing. */
#define _GNU_SOURCE
#include "zygote/zygote.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/asan.h"
#include "base/channel.h"
#include "base/direct.h"
#include "base/real.h"
#include "base/pages/runtime_memory.h"
#include "core/loops/looks.h"
#include "core/loops/plain_wait.h"
#include "core/schedule.h"
#include "kernel/cancellation/cancellation.h"
#include "kernel/descriptors/aio_requests.h"
#include "kernel/machine/guard.h"
#include "kernel/outside/outside_wait.h"
#include "kernel/outside/peers.h"
#include "kernel/process/commands.h"
#include "kernel/process/limits.h"
#include "kernel/process/process.h"
#include "kernel/queues/own_names.h"
#include "kernel/readiness/kernel.h"
#include "kernel/readiness/slots.h"
#include "kernel/signals/signal_points.h"
#include "kernel/signals/signal_request.h"
#include "kernel/signals/signal_shown.h"
#include "kernel/time/clocks.h"
#include "kernel/timers/kernel_state.h"
#include "kernel/timers/timer.h"
#include "memory/allocation/allocator.h"
#include "memory/buffered_store.h"
#include "memory/external.h"
#include "memory/hidden.h"
#include "memory/files.h"
#include "memory/heap.h"
#include "memory/mappings/mapping.h"
#include "memory/stdio/stream_lock.h"
#include "model/fibers/debug_threads.h"
#include "model/fibers/fiber.h"
#include "model/fibers/thread_local.h"
#include "model/note.h"
#include "model/plan.h"
#include "model/resolve.h"
#include "model/runtime.h"
#include "race/race.h"
#include "report/pedantic.h"
#include "sync/processes/child_first.h"
#include "sync/threads/inherited.h"
#include "sync/processes/fork.h"
#include "sync/threads/keys.h"
#include "sync/processes/process_fork.h"
#include "sync/threads/thread.h"
#include "sync/threads/thread_exit.h"
#include "zygote/attach.h"
#include "zygote/broken.h"
#include "zygote/execution.h"
#include "zygote/files/descriptors.h"
#include "zygote/files/alone.h"
#include "zygote/files/output.h"
#include "zygote/files/sandbox.h"
#include "zygote/frames/inbox.h"
#include "zygote/frames/outbox.h"
#include "zygote/frames/sending.h"
#include "zygote/runner/runner.h"
#include "zygote/spent.h"
#include "zygote/zygote_result.h"
#include "zygote/zygote_supply.h"
#include "zygote/zygote_wait.h"

#define FIRST_POOL 9 /* main and eight threads */

/* ---- one plan ---- */

static _Noreturn void run_child(const struct plan_view *plan) {
    void *abandoned;
    execution_enter_child();
    struct fiber *main_fiber = execution_begin(plan);
    spent_program_begins();
    fiber_start_main(main_fiber, &abandoned);
    __builtin_unreachable();
}

static void announce_debuggee(pid_t child, const struct heddle_plan *plan) {
    if (plan->flags & HEDDLE_PLAN_DEBUG) {
        struct heddle_debuggee debuggee = {.pid = (uint32_t)child};
        struct iovec parts[] = {{0}, {&debuggee, sizeof debuggee}};
        send_frame(HEDDLE_DEBUGGEE, parts, 2);
    }
}

static bool execute(const struct heddle_frame *frame, const struct way *way) {
    for (;;) {
        struct plan_view view;
        inbox_plan(frame, &view);
        const struct plan_view *plan = &view;
        zygote_forget_names(); /* of an execution that the runner has given up */
        execution_reset_shared();
        execution_reset_files(true, true);
        if (!pedantic_reserve(plan->head->flags & HEDDLE_PLAN_PEDANTIC)) {
            refuse("no memory for what --pedantic keeps");
        }
        if (!sandbox_restore()) {
            note(HEDDLE_NOTE_RESOURCES, 0, 0, "the sandbox could not be restored: %s", strerror(errno));
            rt.shared->outcome = HEDDLE_RESOURCES;
            return zygote_send_result(plan, 0, way);
        }
        pid_t child = _Fork();
        if (child == 0) {
            run_child(plan);
        }
        int status = 0;
        if (child < 0) {
            note(HEDDLE_NOTE_RESOURCES, 0, 0, "fork: %s", strerror(errno));
            rt.shared->outcome = HEDDLE_RESOURCES;
        } else {
            announce_debuggee(child, plan->head);
            status = zygote_wait_for(child, plan->head);
            spent_program_ends();
            zygote_clean_up_after(child);
            broken_check();
        }
        if (zygote_supplied()) {
            runner_retire(); /* it lacks that, too */
            alone_end();
            alone_begin();
            continue;
        }
        if (rt.shared->outcome == 0 && WIFEXITED(status)) {
            pedantic_report();
        }
        zygote_verify(status);
        return zygote_send_result(plan, status, way);
    }
}

/* `way` says whether the next plan has to be forked. */
static bool on_plan(const struct heddle_frame *frame, struct way *way) {
    struct plan_view plan;
    const char *wrong = inbox_plan(frame, &plan);
    if (wrong) {
        refuse(wrong);
    }
    machine_guard(plan.head->allowed);
    if (inbox_is_for_runner(frame) && way->fallback == HEDDLE_FALLBACK_NONE) {
        alone_begin();
        runner_run(way);
        alone_end();
        return true; /* it has dropped the frames that it executed */
    }
    alone_begin();
    bool sent = execute(frame, way);
    alone_end();
    inbox_drop();
    *way = (struct way){0};
    return sent;
}

static bool on_resolve(const struct heddle_frame *frame) {
    const char *body = (const char *)(frame + 1);
    uint32_t count = frame->length / (uint32_t)sizeof(uint64_t);
    size_t room = 4096, used = 0;
    char *text = REAL(malloc)(room);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t address;
        memcpy(&address, body + i * sizeof address, sizeof address);
        struct heddle_resolved resolved;
        const char *strings[RESOLVED_TEXTS];
        size_t need = sizeof resolved + resolve(address, &resolved, strings);
        while (used + need > room) {
            text = REAL(realloc)(text, room *= 2);
        }
        memcpy(text + used, &resolved, sizeof resolved);
        used += sizeof resolved;
        for (int s = 0; s < RESOLVED_TEXTS; s++) {
            memcpy(text + used, strings[s], strlen(strings[s]));
            used += strlen(strings[s]);
        }
    }
    struct iovec parts[] = {{0}, {text, used}};
    bool ok = send_frame(HEDDLE_RESOLVED, parts, 2);
    REAL(free)(text);
    inbox_drop();
    return ok;
}

static const struct heddle_frame *next_frame(const char **wrong) {
    bool waits = !inbox_has_frame();
    if (waits) {
        spent_wait_begins();
    }
    const struct heddle_frame *frame = inbox_next(wrong);
    if (waits) {
        spent_wait_ends();
    }
    return frame;
}

/* Serves frames until the server leaves. */
static _Noreturn void serve(void) {
    const struct heddle_frame *frame;
    const char *wrong;
    struct way way = {0};
    bool going = true;
    while (going && (frame = next_frame(&wrong)) && frame->type != HEDDLE_BYE) {
        if (wrong) {
            refuse(wrong);
        }
        if (frame->type != HEDDLE_PLAN && frame->type != HEDDLE_RESOLVE) {
            refuse("a frame has an unknown type");
        }
        going = frame->type == HEDDLE_PLAN ? on_plan(frame, &way) : on_resolve(frame);
    }
    runner_retire();
    REAL(_exit)(0);
    __builtin_unreachable();
}

void zygote_serve(const char *socket_path, int (*run)(void)) {
    execution_prepare(run);
    int server = channel_connect(socket_path);
    if (server < 0) {
        REAL(fprintf)(stderr, "heddle: cannot connect to %s: %s\n", socket_path, strerror(errno));
        REAL(_exit)(3);
    }
    server = descriptor_above(server);
    sending_prepare(server);
    alone_prepare(socket_path);
    kernel_call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
    kernel_call(SYS_prctl, PR_SET_CHILD_SUBREAPER, 1);
    zygote_prepare_verify();
    rt.shared = runtime_shared_pages(sizeof(struct shared));
    if (!rt.shared || !inbox_reserve(server) || !outbox_reserve(server) || !spent_reserve() || !runner_reserve() ||
        !output_capture(descriptor_above)) {
        refuse("no memory for the trace");
    }
    broken_prepare();
    heap_leave_to_zygote(); /* what the zygote allocates between executions must not move the program's own blocks */
    asan_start();
    fiber_reserve(thread_entry);
    race_reserve();
    plain_wait_reserve();
    if (!fiber_pool_grow(FIRST_POOL)) {
        refuse("threads cannot be created here");
    }
    if (rt.program.early_thread) {
        refuse("it creates a thread where a library is loaded, or in .preinit_array, which is not modelled");
    }
    process_fork_register();
    process_prepare();
    limits_prepare();
    inherited_prepare();
    slots_prepare();
    kernel_prepare();
    outside_wait_prepare();
    peers_prepare(socket_path);
    own_names_prepare();
    commands_prepare();
    child_first_prepare();
    cancel_prepare();
    looks_prepare();
    thread_exit_prepare();
    allocator_prepare();
    stream_lock_prepare();
    external_prepare();
    hidden_prepare();
    files_prepare();
    mapping_prepare();
    thread_local_prepare();
    signals_prepare();
    signals_shown_prepare();
    keys_prepare();
    fork_prepare();
    process_fork_prepare();
    timers_prepare(thread_create_own);
    buffered_store_prepare(thread_create_own);
    requests_prepare();
    kernel_state_prepare();
    clocks_prepare();
    signal_request_prepare();
    sandbox_prepare();
    zygote_start_ticking();
    uint32_t flags = (resolve_any_sites() ? HEDDLE_HELLO_INSTRUMENTED : 0) | (attach_refused ? HEDDLE_HELLO_OTHER_VERSION : 0);
    struct heddle_hello hello = {.pid = (uint32_t)REAL(getpid)(), .flags = flags};
    struct iovec parts[] = {{0}, {&hello, sizeof hello}};
    send_frame(HEDDLE_HELLO, parts, 2);
    serve();
}
