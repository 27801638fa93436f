/* The zygote: a process that has loaded the program, up to main, and forks a child for every plan. The trace lives in
 * memory shared with the child, so a crash, an abort or SIGKILL loses nothing. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
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
#include "base/own.h"
#include "base/real.h"
#include "core/policy/policy.h"
#include "core/schedule.h"
#include "core/plain_wait.h"
#include "kernel/cancellation.h"
#include "kernel/kernel.h"
#include "kernel/process.h"
#include "kernel/signals.h"
#include "kernel/signal_request.h"
#include "kernel/timers.h"
#include "memory/heap.h"
#include "model/debug_threads.h"
#include "model/fiber.h"
#include "model/note.h"
#include "model/plan.h"
#include "model/resolve.h"
#include "model/runtime.h"
#include "race/race.h"
#include "report/pedantic.h"
#include "sync/keys.h"
#include "sync/thread.h"
#include "zygote/output.h"
#include "zygote/sandbox.h"
#include "zygote/zygote.h"

#define FIRST_POOL 9 /* main and eight threads */
#define HIGH_FD 58 /* our descriptors live above the program's, but within the 64 that a fork copies cheaply */

static int server = -1;
static int (*program)(void);

static _Noreturn void refuse(const char *text) {
    struct heddle_frame frame = {(uint32_t)strlen(text), HEDDLE_ERROR, HEDDLE_WIRE_VERSION};
    struct iovec parts[] = {{&frame, sizeof frame}, {(void *)(uintptr_t)text, strlen(text)}};
    channel_write(server, parts, 2);
    REAL(_exit)(3);
    __builtin_unreachable();
}

bool zygote_send(enum heddle_frame_type type, struct iovec *parts, int count) { /* parts[0] is the header's */
    size_t length = 0;
    for (int i = 1; i < count; i++) {
        length += parts[i].iov_len;
    }
    struct heddle_frame frame = {(uint32_t)length, (uint16_t)type, HEDDLE_WIRE_VERSION};
    parts[0] = (struct iovec){&frame, sizeof frame};
    return channel_write(server, parts, count);
}

/* ---- the child ---- */

static void *main_thread(void *unused) {
    (void)unused;
    pedantic_start();
    process_return(program());
}

static _Noreturn void run_child(const struct plan_view *plan) {
    const struct {
        uint64_t handler, flags, restorer, mask; /* as the kernel has them */
    } no_action = {0, 0, 0, 0};
    direct_call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0);
    direct_call(SYS_rt_sigaction, SIGALRM, (long)&no_action, 0, sizeof no_action.mask);
    rt.points = plan->head->points;
    rt.leaks = plan->head->flags & HEDDLE_PLAN_LEAKS;
    schedule_start(plan);
    struct fiber *main_fiber = fiber_create(0, NULL, 0, 0);
    main_fiber->start = main_thread;
    debug_start(plan->head);
    race_start(plan->visible, plan->head->visible_count);
    rt.mode = MODE_RUNNING;
    fiber_start_main(main_fiber);
    __builtin_unreachable();
}

/* ---- one plan ---- */

static void reset_shared(void) {
    memset(rt.shared, 0, offsetof(struct shared, first_fibers));
    output_reset();
}

static void announce_debuggee(pid_t child, const struct heddle_plan *plan) {
    if (plan->flags & HEDDLE_PLAN_DEBUG) {
        struct heddle_debuggee debuggee = {.pid = (uint32_t)child};
        struct iovec parts[] = {{0}, {&debuggee, sizeof debuggee}};
        zygote_send(HEDDLE_DEBUGGEE, parts, 2);
    }
}

static bool execute(const struct plan_view *plan) {
    for (;;) {
        reset_shared();
        if (!pedantic_reserve(plan->head->flags & HEDDLE_PLAN_PEDANTIC)) {
            refuse("no memory for what --pedantic keeps");
        }
        if (!sandbox_restore()) {
            note(HEDDLE_NOTE_RESOURCES, 0, 0, "the sandbox could not be restored: %s", strerror(errno));
            rt.shared->outcome = HEDDLE_RESOURCES;
            return zygote_send_result(plan, 0);
        }
        direct_call(SYS_lseek, 0, 0, SEEK_SET, 0); /* the child reads standard input from its beginning on */
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
            zygote_clean_up_after(child);
        }
        if (zygote_supplied()) {
            continue;
        }
        if (rt.shared->outcome == 0 && WIFEXITED(status)) {
            pedantic_report();
        }
        zygote_verify(status);
        return zygote_send_result(plan, status);
    }
}

static bool on_plan(char *body, uint32_t length) {
    struct plan_view plan = {.head = (struct heddle_plan *)body};
    if (length < sizeof *plan.head) {
        refuse("a PLAN frame is shorter than its header");
    }
    uint64_t steps = (uint64_t)plan.head->step_count * sizeof *plan.steps;
    uint64_t sleep = (uint64_t)plan.head->sleep_count * sizeof *plan.sleep;
    uint64_t objects = (uint64_t)plan.head->object_count * sizeof *plan.objects;
    uint64_t weights = (uint64_t)plan.head->weight_count * sizeof *plan.weights;
    uint64_t visible = (uint64_t)plan.head->visible_count * sizeof *plan.visible;
    uint64_t described = (uint64_t)plan.head->described_count * sizeof *plan.described;
    if (sizeof *plan.head + steps + sleep + objects + weights + visible + described != length) {
        refuse("a PLAN frame's length does not fit its counts");
    }
    plan.steps = (struct heddle_step *)(body + sizeof *plan.head);
    plan.sleep = (struct heddle_event *)(body + sizeof *plan.head + steps);
    plan.objects = (struct heddle_weight *)(body + sizeof *plan.head + steps + sleep);
    plan.weights = (struct heddle_weight *)(body + sizeof *plan.head + steps + sleep + objects);
    plan.visible = (struct heddle_range *)(body + sizeof *plan.head + steps + sleep + objects + weights);
    plan.described = plan.visible + plan.head->visible_count;
    if (!policy_exists(plan.head->policy)) {
        refuse("a PLAN frame has an unknown policy");
    }
    return execute(&plan);
}

static bool on_resolve(const char *body, uint32_t length) {
    uint32_t count = length / (uint32_t)sizeof(uint64_t);
    size_t room = 4096, used = 0;
    char *text = malloc(room);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t address;
        memcpy(&address, body + i * sizeof address, sizeof address);
        struct heddle_resolved resolved;
        const char *strings[4];
        size_t need = sizeof resolved + resolve(address, &resolved, strings);
        while (used + need > room) {
            text = realloc(text, room *= 2);
        }
        memcpy(text + used, &resolved, sizeof resolved);
        used += sizeof resolved;
        for (int s = 0; s < 4; s++) {
            memcpy(text + used, strings[s], strlen(strings[s]));
            used += strlen(strings[s]);
        }
    }
    struct iovec parts[] = {{0}, {text, used}};
    bool ok = zygote_send(HEDDLE_RESOLVED, parts, 2);
    free(text);
    return ok;
}

/* Serves frames until the server leaves. */
static _Noreturn void serve(void) {
    char *body = NULL; /* shared memory: a fork does not make its pages be copied */
    uint32_t room = 0;
    struct heddle_frame frame;
    while (channel_read(server, &frame, sizeof frame)) {
        if (frame.version != HEDDLE_WIRE_VERSION) {
            refuse("a frame has another protocol version");
        }
        if (frame.length > HEDDLE_MAX_FRAME) {
            refuse("a frame is too long");
        }
        if (frame.length > room) {
            munmap(body, room);
            room = 2 * frame.length + 65536;
            body = own_shared_pages(room);
            if (!body) {
                refuse("no memory for a frame");
            }
        }
        if (!channel_read(server, body, frame.length) || frame.type == HEDDLE_BYE) {
            break;
        }
        if (frame.type != HEDDLE_PLAN && frame.type != HEDDLE_RESOLVE) {
            refuse("a frame has an unknown type");
        }
        if (!(frame.type == HEDDLE_PLAN ? on_plan(body, frame.length) : on_resolve(body, frame.length))) {
            break;
        }
    }
    REAL(_exit)(0);
    __builtin_unreachable();
}

static int high(int fd) {
    int moved = fcntl(fd, F_DUPFD_CLOEXEC, HIGH_FD);
    if (moved < 0) {
        return fd;
    }
    close(fd);
    return moved;
}

void zygote_serve(const char *socket_path, int (*run)(void)) {
    program = run;
    server = channel_connect(socket_path);
    if (server < 0) {
        fprintf(stderr, "heddle: cannot connect to %s: %s\n", socket_path, strerror(errno));
        REAL(_exit)(3);
    }
    server = high(server);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    zygote_prepare_verify();
    rt.shared = own_shared_pages(sizeof(struct shared));
    if (!rt.shared || !output_capture(high)) {
        refuse("no memory for the trace");
    }
    heap_leave_to_zygote(); /* what the zygote allocates between executions must not move the program's own blocks */
    asan_start();
    fiber_reserve();
    race_reserve();
    plain_wait_reserve();
    if (!fiber_pool_grow(FIRST_POOL)) {
        refuse("threads cannot be created here");
    }
    if (rt.early_thread) {
        refuse("the program creates a thread before main; that is not modelled");
    }
    process_prepare();
    kernel_prepare();
    cancel_prepare();
    signals_prepare();
    keys_prepare();
    timers_prepare(thread_create_own);
    signal_request_prepare();
    sandbox_prepare();
    zygote_start_ticking();
    struct heddle_hello hello = {.pid = (uint32_t)getpid(), .flags = resolve_any_sites() ? HEDDLE_HELLO_INSTRUMENTED : 0};
    struct iovec parts[] = {{0}, {&hello, sizeof hello}};
    zygote_send(HEDDLE_HELLO, parts, 2);
    serve();
}
