/* Waiting for the child that executes a plan, and killing what hangs. */
#define _GNU_SOURCE
#include "zygote/zygote_wait.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>

#include "base/direct.h"
#include "base/real.h"
#include "core/loops/plain_wait.h"
#include "kernel/queues/own_names.h"
#include "kernel/queues/system_v.h"
#include "model/note.h"
#include "model/runtime.h"
#include "zygote/files/output.h"

#define TICK_MICROS 50000
#define MOST_TICKS 20 /* that killed processes are waited for */
#define INSIST_AFTER 3 /* after one third of the time that an execution may make no progress */

static void on_tick(int signal_number) { (void)signal_number; }

void zygote_start_ticking(void) {
    struct sigaction action = {.sa_handler = on_tick}; /* no SA_RESTART: a tick interrupts waitpid */
    REAL(sigaction)(SIGALRM, &action, NULL);
    struct itimerval interval = {{0, TICK_MICROS}, {0, TICK_MICROS}};
    REAL(setitimer)(ITIMER_REAL, &interval, NULL);
}

static uint64_t milliseconds(void) { return real_nanoseconds() / 1000000; }

static uint64_t longest_pause;

uint64_t zygote_longest_pause(void) { return longest_pause; }

static void paused_for(uint64_t millis) { longest_pause = millis > longest_pause ? millis : longest_pause; }

/* Whether the execution's only kernel thread waits, as in a call that is not modelled; one that computes runs. */
static bool waits_in_a_call(pid_t child) {
    char name[32], text[512];
    REAL(snprintf)(name, sizeof name, "/proc/%d/stat", (int)child);
    int file = (int)direct_call(SYS_open, (long)name, O_RDONLY, 0, 0);
    long got = file < 0 ? -1 : direct_call(SYS_read, file, (long)text, sizeof text - 1, 0);
    if (file >= 0) {
        direct_call(SYS_close, file, 0, 0, 0);
    }
    text[got > 0 ? got : 0] = 0;
    const char *state = strrchr(text, ')'); /* behind the program's name */
    return state && state[1] == ' ' && state[2] != 'R';
}

static void hangs(pid_t child) {
    bool waits = waits_in_a_call(child);
    REAL(kill)(child, SIGKILL);
    if (rt.shared->outcome == 0) {
        rt.shared->outcome = HEDDLE_HUNG;
        if (waits) {
            note(HEDDLE_NOTE_UNCONTROLLED, 0, 0, "a call blocked all threads");
        }
    }
}

/* Waits for the child; kills it when it makes no progress or floods its output. Returns the wait status. */
int zygote_wait_for(pid_t child, const struct heddle_plan *plan) {
    int status = 0;
    uint32_t seen = rt.shared->event_count;
    uint64_t since = 0, suspected = 0;
    bool insisted = false;
    while (REAL(waitpid)(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return 0;
        }
        if (plan->flags & HEDDLE_PLAN_DEBUG) {
            continue; /* its user thinks */
        }
        uint64_t now = milliseconds();
        if (since == 0 || rt.shared->event_count != seen) {
            paused_for(since ? now - since : 0);
            seen = rt.shared->event_count;
            since = suspected = now;
            insisted = false;
        } else if (now - since >= plan->progress_millis) {
            hangs(child);
        }
        if (plan->points == HEDDLE_POINTS_AUTO && now - suspected >= PLAIN_WAIT_MILLIS) {
            bool ends_soon = (now - since) * INSIST_AFTER >= plan->progress_millis || output_rises();
            bool insists = !insisted && ends_soon;
            (insists ? plain_wait_insist : plain_wait_suspect)(child);
            insisted |= insists;
            suspected = now;
        }
        if (output_flooded()) {
            REAL(kill)(child, SIGKILL);
            rt.shared->outcome = HEDDLE_OUTPUT_FLOOD;
        }
    }
    if (since && rt.shared->outcome != HEDDLE_HUNG && !(plan->flags & HEDDLE_PLAN_DEBUG)) {
        paused_for(milliseconds() - since);
    }
    return status;
}

/* Until all processes of the group that can be waited for are gone: what they hold, such as a port, is free for the next execution. */
static void await_group(pid_t group) {
    for (int ticks = 0; ticks < MOST_TICKS;) {
        if (REAL(waitpid)(-group, NULL, 0) < 0) {
            if (errno != EINTR) {
                return;
            }
            ticks++;
        }
    }
}

void zygote_forget_names(void) {
    system_v_clean_up();
    own_names_clean_up();
}

void zygote_clean_up_after(pid_t child) {
    zygote_forget_names();
    if (rt.shared->forked) {
        REAL(kill)(-child, SIGKILL);
        await_group(child);
        while (REAL(waitpid)(-1, NULL, WNOHANG) > 0) {
        }
    }
}
