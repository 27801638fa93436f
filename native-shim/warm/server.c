#define _GNU_SOURCE
#include "server.h"

#include "folder.h"
#include "message.h"
#include "protocol.h"
#include "spare.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MOST_IDLE = 2,
    MOST_FAILURES = 3, /* JVMs in a row that end before they are ready */
    PATIENCE = 300,    /* milliseconds in which the JVM that has been taken may come back before another one is started */
    LISTEN = 0,
    SIGNALS,
    FIRST_SPARE,
    POLLED = FIRST_SPARE + MOST_SPARES
};

static struct {
    uint64_t key;
    int folder, lock, listener, signals;
    char *const *command;
    sigset_t blocked; /* when it was started, for the JVMs */
    struct spare spares[MOST_SPARES];
    int failures;
    long start_at, leave_at; /* milliseconds */
    long idle_time;
    bool leaving;
    struct server_state told;
} server;

static int count(enum spare_state state) {
    int number = 0;
    for (int i = 0; i < MOST_SPARES; i++) {
        number += server.spares[i].state == state;
    }
    return number;
}

static struct spare *find(enum spare_state state) {
    for (int i = 0; i < MOST_SPARES; i++) {
        if (server.spares[i].state == state) {
            return &server.spares[i];
        }
    }
    return NULL;
}

static void tell_state(void) {
    struct server_state now = {getpid(), count(IDLE), count(BUSY)};
    if (memcmp(&now, &server.told, sizeof now) != 0 && !server.leaving) {
        server.told = now;
        (void)!pwrite(server.lock, &now, sizeof now, 0);
    }
}

/* Nobody finds it any more; commands that run go on. */
static void leave(void) {
    if (server.leaving) {
        return;
    }
    server.leaving = true;
    close(server.listener);
    folder_remove(server.folder, server.key);
    close(server.lock);
    for (int i = 0; i < MOST_SPARES; i++) {
        if (server.spares[i].state != ABSENT) {
            spare_dismiss(&server.spares[i]);
        }
    }
}

static void answer(void) {
    int client = accept4(server.listener, NULL, NULL, SOCK_CLOEXEC);
    if (client < 0) {
        return;
    }
    server.leave_at = milliseconds() + server.idle_time;
    struct spare *spare;
    while (message_is_ours(client) && (spare = find(IDLE)) != NULL) {
        if (spare_give(spare, client)) {
            server.start_at = milliseconds() + PATIENCE;
            return;
        }
        spare_dismiss(spare);
    }
    struct answer nobody = {NOBODY, 0};
    message_send(client, &nobody, sizeof nobody, NULL, 0);
    close(client);
}

static void hear(struct spare *spare) {
    spare_hear(spare);
    if (spare->state == IDLE) {
        server.failures = 0;
        server.leave_at = milliseconds() + server.idle_time;
        if (count(IDLE) > MOST_IDLE) {
            spare_dismiss(spare);
        }
    }
}

static void reap(void) {
    int status;
    for (pid_t process; (process = waitpid(-1, &status, WNOHANG)) > 0;) {
        for (int i = 0; i < MOST_SPARES; i++) {
            struct spare *spare = &server.spares[i];
            if (spare->state != ABSENT && spare->process == process) {
                if (spare->state == WARMING && ++server.failures == MOST_FAILURES) {
                    leave();
                }
                spare_end(spare, status);
            }
        }
    }
}

static void obey_signals(void) {
    struct signalfd_siginfo signal;
    while (read(server.signals, &signal, sizeof signal) == sizeof signal) {
        if (signal.ssi_signo == SIGCHLD) {
            reap();
        } else {
            leave();
        }
    }
}

static void keep_one_ready(void) {
    struct spare *room = find(ABSENT);
    if (!server.leaving && room != NULL && count(WARMING) + count(IDLE) == 0 && milliseconds() >= server.start_at &&
        !spare_start(room, server.command, &server.blocked)) {
        leave();
    }
}

/* Until when there is nothing to do but to listen; -1: for as long as it takes. */
static int pause_time(void) {
    long until = count(BUSY) + count(WARMING) > 0 ? -1 : server.leave_at;
    if (count(WARMING) + count(IDLE) == 0 && (until < 0 || server.start_at < until)) {
        until = server.start_at;
    }
    if (server.leaving || until < 0) {
        return -1;
    }
    long left = until - milliseconds();
    return left > 0 ? (int)left : 0;
}

static void wait_for_something(void) {
    struct pollfd polled[POLLED] = {{.fd = server.leaving ? -1 : server.listener, .events = POLLIN},
                                    {.fd = server.signals, .events = POLLIN}};
    for (int i = 0; i < MOST_SPARES; i++) {
        bool is_heard = server.spares[i].state != ABSENT;
        polled[FIRST_SPARE + i] = (struct pollfd){.fd = is_heard ? server.spares[i].control : -1, .events = POLLIN};
    }
    if (poll(polled, POLLED, pause_time()) <= 0) {
        return;
    }
    for (int i = 0; i < MOST_SPARES; i++) {
        if (polled[FIRST_SPARE + i].revents != 0) {
            hear(&server.spares[i]);
        }
    }
    if (polled[LISTEN].revents != 0) {
        answer();
    }
    if (polled[SIGNALS].revents != 0) {
        obey_signals();
    }
}

static void serve(void) {
    while (!server.leaving || count(ABSENT) < MOST_SPARES) {
        keep_one_ready();
        tell_state();
        wait_for_something();
        if (count(BUSY) + count(WARMING) == 0 && milliseconds() >= server.leave_at) {
            leave();
        }
    }
}

static bool listen_for_clients(void) {
    struct sockaddr_un address = folder_address(server.folder, server.key);
    char name[NAME_SIZE];
    folder_socket_name(server.key, name);
    unlinkat(server.folder, name, 0); /* of one that was killed */
    server.listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    return server.listener >= 0 && bind(server.listener, (struct sockaddr *)&address, sizeof address) == 0 &&
           listen(server.listener, MOST_SPARES) == 0;
}

static void take_signals(void) {
    sigset_t taken;
    sigemptyset(&taken);
    sigaddset(&taken, SIGCHLD);
    sigaddset(&taken, SIGTERM);
    sigaddset(&taken, SIGINT);
    sigaddset(&taken, SIGHUP);
    sigprocmask(SIG_BLOCK, &taken, &server.blocked);
    server.signals = signalfd(-1, &taken, SFD_NONBLOCK | SFD_CLOEXEC);
}

/* Words of the command that starts a JVM: those given, what opens to it those parts of Java that it sets for each command, and whom to
 * clean up after. */
static char **jvm_command(uint64_t key, char *const *java) {
    static char *const more[] = {"--add-opens=java.base/java.lang=ALL-UNNAMED", "--add-opens=java.base/java.io=ALL-UNNAMED",
                                 "--add-opens=java.base/sun.nio.fs=ALL-UNNAMED", "org.heddle.cli.warm.Spare"};
    size_t words = 0, added = sizeof more / sizeof *more;
    while (java[words] != NULL) {
        words++;
    }
    char **command = calloc(words + added + 2, sizeof *command);
    static char name[NAME_SIZE];
    if (command != NULL) {
        memcpy(command, java, words * sizeof *command);
        memcpy(command + words, more, sizeof more);
        snprintf(name, sizeof name, "%llu", (unsigned long long)key);
        command[words + added] = name;
    }
    return command;
}

static void detach(void) {
    int nothing = open("/dev/null", O_RDWR);
    for (int i = 0; i < 3; i++) {
        dup2(nothing, i);
    }
    syscall(SYS_close_range, 3, ~0U, 0);
    setsid();
    umask(077);
    (void)!chdir("/");
}

static void be_server(uint64_t key, char *const *java) {
    detach();
    const char *idle = getenv("HEDDLE_SERVER_IDLE");
    server.idle_time = 1000L * (idle != NULL && atoi(idle) > 0 ? atoi(idle) : SERVER_IDLE_SECONDS);
    server.key = key;
    server.command = jvm_command(key, java);
    server.folder = folder_open(true);
    server.lock = server.folder >= 0 ? folder_lock(server.folder, key) : -1;
    if (server.command == NULL || server.lock < 0) {
        return; /* another one was quicker */
    }
    take_signals();
    server.leave_at = milliseconds() + server.idle_time;
    if (!listen_for_clients()) {
        leave();
    }
    serve();
}

void server_spawn(uint64_t key, char *const *java) {
    pid_t child = fork();
    if (child == 0) {
        if (fork() == 0) {
            be_server(key, java);
        }
        _exit(0);
    }
    if (child > 0) {
        waitpid(child, NULL, 0);
    }
}
