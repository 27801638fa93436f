/* The zygote's side of the runner. */
#define _GNU_SOURCE
#include "zygote/runner/runner.h"

#include <errno.h>
#include <linux/futex.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/asan.h"
#include "base/direct.h"
#include "base/real.h"
#include "base/pages/runtime_memory.h"
#include "model/runtime.h"
#include "zygote/broken.h"
#include "zygote/files/descriptors.h"
#include "zygote/files/output.h"
#include "zygote/frames/outbox.h"
#include "zygote/runner/runner_process.h"
#include "zygote/runner/runner_state.h"
#include "zygote/zygote_wait.h"

#define TICK_MILLIS 50
#define STALLED_MILLIS \
    150 /* without an event, beyond what forks have taken: from here on one is watched instead, see zygote_wait.c */
#define MOST_DEATHS 3

static struct turn_shared *shared;
static pid_t child;         /* 0: there is none */
static int descriptor = -1; /* of it: becomes readable when it ends */
static uint32_t deaths;
static enum heddle_fallback refused; /* for good */

bool runner_reserve(void) {
    shared = runtime_shared_pages(sizeof *shared);
    if (!runner_state_reserve() || !shared) {
        return false;
    }
    shared->event = REAL(eventfd)(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (shared->event < 0) {
        refused = HEDDLE_FALLBACK_UNAVAILABLE;
    } else {
        shared->event = descriptor_above(shared->event);
    }
    if (asan_is_there() || getenv("HEDDLE_VERIFY") || getenv("HEDDLE_SANDBOX")) {
        refused = HEDDLE_FALLBACK_OPTIONS;
    }
    return true;
}

static _Noreturn void begin(void) {
    __asm__ volatile("mov %0, %%rsp\n"
                     "xor %%ebp, %%ebp\n"
                     "call *%1\n"
                     :
                     : "r"(runner->stack + sizeof runner->stack), "r"(runner_live), "D"(shared)
                     : "memory");
    __builtin_unreachable();
}

static void reap(void) {
    while (REAL(waitpid)(child, NULL, 0) < 0 && errno == EINTR) {
    }
}

static bool start(void) {
    shared->turn = TURN_RUNNER;
    shared->executes = 0;
    shared->half_sent = false;
    child = _Fork();
    if (child == 0) {
        begin();
    }
    int got = child > 0 ? (int)direct_call(SYS_pidfd_open, child, 0, 0, 0) : -1;
    if (got < 0) {
        if (child > 0) {
            REAL(kill)(child, SIGKILL);
            reap();
        }
        child = 0;
        return false;
    }
    descriptor = descriptor_above(got);
    return true;
}

/* Those at checkpoints die with the process before them, and are the zygote's children then. */
static void reap_chain(void) {
    for (uint32_t i = 0; i < MOST_DEPTH; i++) {
        while (shared->chain[i] > 0 && REAL(waitpid)(shared->chain[i], NULL, 0) < 0 && errno == EINTR) {
        }
        shared->chain[i] = 0;
    }
}

/* By its descriptor: its number might be another's by now, if somebody has reaped it. */
static void end(void) {
    direct_call(SYS_pidfd_send_signal, descriptor, SIGKILL, 0, 0);
    reap();
    reap_chain();
    REAL(close)(descriptor);
    descriptor = -1;
    child = 0;
}

void runner_retire(void) {
    if (child > 0) {
        end();
    }
}

static uint64_t milliseconds(void) { return real_nanoseconds() / 1000000; }

/* How far it has come. */
struct progress {
    uint32_t executions, events, saved;
    uint64_t since; /* milliseconds */
};

static bool is_stalled(struct progress *progress) {
    uint64_t now = milliseconds();
    bool same = shared->executes && shared->executions == progress->executions && rt.shared->event_count == progress->events &&
                shared->saved == progress->saved;
    if (!same || progress->since == 0) {
        *progress = (struct progress){shared->executions, rt.shared->event_count, shared->saved, now};
    }
    return now - progress->since >= STALLED_MILLIS + 2 * zygote_longest_pause();
}

static void forget_event(void) {
    uint64_t count;
    direct_call(SYS_read, shared->event, (long)&count, sizeof count, 0);
}

/* Whether it gave the turn back; else it has ended, or been ended, for the reason returned. */
static bool wait_for_turn(enum heddle_fallback *reason) {
    struct progress progress = {0};
    for (;;) {
        struct pollfd polls[] = {{.fd = shared->event, .events = POLLIN}, {.fd = descriptor, .events = POLLIN}};
        REAL(poll)(polls, 2, TICK_MILLIS);
        forget_event();
        if (__atomic_load_n(&shared->turn, __ATOMIC_ACQUIRE) == TURN_ZYGOTE) {
            return true;
        }
        *reason = polls[1].revents                       ? HEDDLE_FALLBACK_KILLED
                  : is_stalled(&progress)                ? HEDDLE_FALLBACK_STALLED
                  : shared->executes && output_flooded() ? HEDDLE_FALLBACK_OUTPUT
                                                         : HEDDLE_FALLBACK_NONE;
        if (*reason != HEDDLE_FALLBACK_NONE) {
            return false;
        }
    }
}

static void lost(enum heddle_fallback reason) {
    end();
    if (shared->half_sent) { /* nobody knows how much of its answer has come to the server */
        REAL(_exit)(3);
    }
    outbox_flush_again();
    broken_check();
    if (reason == HEDDLE_FALLBACK_KILLED && ++deaths == MOST_DEATHS) {
        refused = HEDDLE_FALLBACK_KILLED_OFTEN;
    }
}

static void give_turn(void) {
    __atomic_store_n(&shared->turn, TURN_RUNNER, __ATOMIC_RELEASE);
    direct_call(SYS_futex, (long)&shared->turn, FUTEX_WAKE, 1, 0);
}

void runner_run(struct way *way) {
    if (refused == HEDDLE_FALLBACK_NONE) {
        if (child > 0) {
            give_turn();
        } else if (!start()) {
            refused = HEDDLE_FALLBACK_UNAVAILABLE;
        }
    }
    if (refused != HEDDLE_FALLBACK_NONE) {
        way->fallback = refused;
        return;
    }
    if (!wait_for_turn(&way->fallback)) {
        lost(way->fallback);
        return;
    }
    way->fallback = shared->fallback;
    way->fallback_call = (long)shared->fallback_call;
    if (way->fallback >= HEDDLE_FALLBACK_UNAVAILABLE) {
        refused = way->fallback;
        runner_retire();
    }
}
