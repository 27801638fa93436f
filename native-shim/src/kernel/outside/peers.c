/* See peers.h. What the peers are about is read from /proc: a task that sleeps in a call other than one that lets time pass waits for
 * others. A write to a socket or a pipe wakes its reader before it returns, so a peer that has something to do is not asleep. */
#define _GNU_SOURCE
#include "kernel/outside/peers.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include "base/direct.h"
#include "base/real.h"
#include "base/pages/runtime_memory.h"
#include "core/candidates.h"
#include "model/note.h"
#include "model/runtime.h"

#define MOST 16
#define DEEPEST 8 /* generations of a peer's own processes */
#define AT_ONCE 20 /* looks without a pause */
#define PAUSE 200000l /* nanoseconds between later ones */
#define LONGEST 1000000000ul /* nanoseconds that peers may compute between two waits, or sleep */
#define MOST_LOOKS 30000 /* for what is neither, such as waiting for a disk: six seconds and more */
#define WAIT_ALL 0x40000000
#define SIGNAL_BYTES 8

static char *commands[MOST];
static int count;
static bool started, too_slow;
static pid_t *pids; /* shared with the processes that start them */
static char **environment;

/* That of the check, and a mark by which the check finds them, and what they have started, when it ends. */
static char **marked(const char *socket_path) {
    static char mark[160];
    size_t size = 0;
    while (environ[size]) {
        size++;
    }
    char **all = runtime_pages((size + 2) * sizeof *all);
    if (!all) {
        return environ;
    }
    memcpy(all, environ, size * sizeof *all);
    REAL(snprintf)(mark, sizeof mark, "HEDDLE_PEER_OF=HEDDLE_SOCKET=%s", socket_path);
    all[size] = mark;
    return all;
}

void peers_prepare(const char *socket_path) {
    const char *value = getenv("HEDDLE_PEERS");
    if (!value) {
        return;
    }
    char *all = REAL(strdup)(value), *rest = all;
    for (char *line = strsep(&rest, "\n"); line && count < MOST; line = strsep(&rest, "\n")) {
        commands[count++] = line;
    }
    pids = runtime_shared_pages(MOST * sizeof *pids);
    unsetenv("HEDDLE_PEERS");
    environment = marked(socket_path);
}

bool peers_wanted(void) { return count > 0; }

bool peers_started(void) { return started; }

/* ---- what they are about ---- */

struct look {
    bool busy;
    bool alive; /* some task has not ended */
    bool sleeps; /* some task lets time pass */
    uint64_t computed; /* nanoseconds that all tasks have had */
    uint64_t turns; /* how often they got a processor */
};

/* The beginning of a file in /proc; empty where there is none. */
static const char *text_of(const char *path, char *text, size_t size) {
    int file = (int)kernel_call(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
    long length = file < 0 ? 0 : kernel_call(SYS_read, file, text, size - 1);
    if (file >= 0) {
        kernel_call(SYS_close, file);
    }
    text[length < 0 ? 0 : length] = 0;
    return text;
}

/* Whether it sleeps in a call that time ends. */
static bool lets_time_pass(const char *call) {
    long number = strtol(call, NULL, 10);
    return number == SYS_nanosleep || number == SYS_clock_nanosleep;
}

static void look_at_process(pid_t pid, int depth, struct look *look);

static void look_at_task(pid_t pid, long task, int depth, struct look *look) {
    char path[64], text[512];
    REAL(snprintf)(path, sizeof path, "/proc/%d/task/%ld/schedstat", pid, task);
    char *next;
    look->computed += strtoull(text_of(path, text, sizeof text), &next, 10);
    strtoull(next, &next, 10); /* how long it waited for one */
    look->turns += strtoull(next, NULL, 10);
    REAL(snprintf)(path, sizeof path, "/proc/%d/task/%ld/stat", pid, task);
    const char *state = strrchr(text_of(path, text, sizeof text), ')');
    look->alive |= state && !strchr("ZX", state[2]);
    look->busy |= state && !strchr("SZXtT", state[2]);
    if (state && state[2] == 'S') {
        REAL(snprintf)(path, sizeof path, "/proc/%d/task/%ld/syscall", pid, task);
        const char *call = text_of(path, text, sizeof text);
        look->sleeps |= lets_time_pass(call);
        look->busy |= *call == 'r' || look->sleeps; /* 'r': running */
    }
    if (depth < DEEPEST) {
        REAL(snprintf)(path, sizeof path, "/proc/%d/task/%ld/children", pid, task);
        next = (char *)text_of(path, text, sizeof text);
        for (long child = strtol(next, &next, 10); child > 0; child = strtol(next, &next, 10)) {
            look_at_process((pid_t)child, depth + 1, look);
        }
    }
}

/* Without readdir, whose memory would be the program's. */
static void look_at_process(pid_t pid, int depth, struct look *look) {
    struct entry {
        uint64_t inode;
        int64_t next;
        uint16_t length;
        uint8_t type;
        char name[];
    };
    char path[64];
    _Alignas(8) char entries[2048];
    REAL(snprintf)(path, sizeof path, "/proc/%d/task", pid);
    int folder = (int)kernel_call(SYS_openat, AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    if (folder < 0) {
        return; /* it has ended */
    }
    long length;
    while ((length = kernel_call(SYS_getdents64, folder, entries, sizeof entries)) > 0) {
        for (long at = 0; at < length;) {
            const struct entry *entry = (const struct entry *)(const void *)(entries + at);
            long task = strtol(entry->name, NULL, 10);
            if (task > 0) {
                look_at_task(pid, task, depth, look);
            }
            at += entry->length;
        }
    }
    kernel_call(SYS_close, folder);
}

static struct look look_at_all(void) {
    struct look look = {0};
    for (int i = 0; i < count; i++) {
        if (pids[i] > 0) {
            look.alive = false;
            look_at_process(pids[i], 0, &look);
            pids[i] = look.alive ? pids[i] : 0; /* nobody looks at it again */
        }
    }
    return look;
}

/* Whether nobody has done anything in between. */
static bool is_quiet(const struct look *before, const struct look *now) {
    return !before->busy && !now->busy && before->computed == now->computed && before->turns == now->turns;
}

static void pause_before_look(long looks) {
    if (looks < AT_ONCE) {
        kernel_call(SYS_sched_yield);
    } else {
        kernel_call(SYS_ppoll, NULL, 0, &(struct timespec){0, PAUSE}, NULL, SIGNAL_BYTES);
    }
}

/* How long they are waited for is a matter of what they do, not of the time that passes: where others need the processors as well, they
 * get what they would get alone. */
void peers_await(void) {
    struct look before = look_at_all();
    uint64_t computed = 0, slept = 0;
    for (long looks = 0; !too_slow; looks++) {
        struct look now = look_at_all();
        if (is_quiet(&before, &now)) {
            return;
        }
        computed += now.computed > before.computed ? now.computed - before.computed : 0;
        slept += now.sleeps && looks >= AT_ONCE ? PAUSE : 0;
        too_slow = computed > LONGEST || slept > LONGEST || looks == MOST_LOOKS;
        if (too_slow) {
            note(HEDDLE_NOTE_NEW_PROCESS, 0, 0, "a peer (--peer) was at work for more than a second, and is not waited for");
        }
        before = now;
        pause_before_look(looks);
    }
}

/* ---- how they begin ---- */

/* In a new process, which has a copy of the runtime's memory: nothing but system calls. */
_Noreturn static void become(const char *command) {
    static const uint64_t nothing = 0;
    struct {
        void *handler;
        unsigned long flags;
        void *restorer;
        uint64_t mask;
    } usual = {0};
    const char *words[] = {"/bin/sh", "-c", command, NULL};
    kernel_call(SYS_rt_sigaction, SIGPIPE, &usual, NULL, SIGNAL_BYTES); /* what is ignored stays so */
    kernel_call(SYS_rt_sigprocmask, SIG_SETMASK, &nothing, NULL, SIGNAL_BYTES);
    int none = (int)kernel_call(SYS_openat, AT_FDCWD, "/dev/null", O_RDONLY, 0);
    kernel_call(SYS_dup3, none, 0, 0);
    kernel_call(SYS_close_range, 3, ~0u, 0);
    kernel_call(SYS_execve, words[0], words, environment);
    kernel_call(SYS_exit_group, 127);
    __builtin_unreachable();
}

/* It is no child of the program, which might wait for any: its parent ends at once, and tells nobody. */
static void begin(int peer) {
    pids[peer] = 0;
    long parent = kernel_call(SYS_clone, 0, NULL, NULL, NULL, 0);
    if (parent == 0) {
        long child = kernel_call(SYS_clone, SIGCHLD, NULL, NULL, NULL, 0);
        if (child == 0) {
            become(commands[peer]);
        }
        pids[peer] = (pid_t)child;
        kernel_call(SYS_exit_group, 0);
    }
    kernel_call(SYS_wait4, parent, NULL, WAIT_ALL, NULL);
    if (pids[peer] <= 0) {
        note(HEDDLE_NOTE_NEW_PROCESS, 0, 0, "a peer (--peer) could not be started");
    }
}

/* They share descriptors with the program, and nothing else. */
static void watch_nothing(const struct heddle_event *event) { (void)event; }

bool peers_start(void) {
    if (started) {
        return false;
    }
    started = true;
    rt.shared->forked = 1;
    kernel_call(SYS_setpgid, 0, 0); /* so that the zygote can end all of them */
    if (!rt.seen.processes) {
        rt.seen.processes = true;
        outside.watch = watch_nothing;
    }
    memset(pids, 0, MOST * sizeof *pids);
    for (int i = 0; i < count; i++) {
        begin(i);
        peers_await();
    }
    return true;
}

void peers_serve(int socket, const struct sockaddr *to) {
    if (!count || !to || (to->sa_family != AF_INET && to->sa_family != AF_INET6)) {
        return;
    }
    int type = 0;
    if (REAL(getsockopt)(socket, SOL_SOCKET, SO_TYPE, &type, &(socklen_t){sizeof type}) == 0 && type == SOCK_STREAM) {
        peers_start();
    }
}
