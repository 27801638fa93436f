#define _GNU_SOURCE
#include "relay.h"

#include "message.h"
#include "protocol.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { INTERNAL = 70, OBITUARY_TIME = 500 }; /* milliseconds in which the server tells how a JVM has ended */

static int last_signal;

static void send_on(int jvm, int number) { syscall(SYS_pidfd_send_signal, jvm, number, NULL, 0); }

/* The signals that a terminal or a supervisor sends. Those that are ignored do not come. */
static int take_signals(void) {
    static const int sent_on[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
    sigset_t taken;
    sigemptyset(&taken);
    for (size_t i = 0; i < sizeof sent_on / sizeof *sent_on; i++) {
        sigaddset(&taken, sent_on[i]);
    }
    sigprocmask(SIG_BLOCK, &taken, NULL);
    return signalfd(-1, &taken, SFD_NONBLOCK | SFD_CLOEXEC);
}

static void relay_signals(int signals, int jvm) {
    struct signalfd_siginfo signal;
    while (read(signals, &signal, sizeof signal) == sizeof signal) {
        if (signal.ssi_signo == SIGTSTP) {
            send_on(jvm, SIGSTOP);
            raise(SIGSTOP);
            send_on(jvm, SIGCONT);
        } else {
            last_signal = (int)signal.ssi_signo;
            send_on(jvm, last_signal);
        }
    }
}

static _Noreturn void end_by(int number) {
    struct rlimit no_core = {0, 0};
    sigset_t all;
    setrlimit(RLIMIT_CORE, &no_core);
    signal(number, SIG_DFL);
    sigfillset(&all);
    sigprocmask(SIG_UNBLOCK, &all, NULL);
    raise(number);
    exit(128 + number);
}

static _Noreturn void end_as(struct answer answer) {
    if (answer.kind == DONE) {
        exit(answer.value);
    }
    if (WIFSIGNALED(answer.value)) {
        end_by(WTERMSIG(answer.value));
    }
    exit(WEXITSTATUS(answer.value));
}

/* The JVM has ended, and so has the server, which would have told how. */
static _Noreturn void end_unknown(void) {
    if (last_signal != 0) {
        exit(128 + last_signal);
    }
    fputs("heddle: the process that ran this command was killed, and the server with it\n", stderr);
    exit(INTERNAL);
}

_Noreturn void relay(int connection, int jvm) {
    int signals = take_signals();
    struct pollfd polled[] = {{connection, POLLIN, 0}, {signals, POLLIN, 0}, {jvm, POLLIN, 0}};
    enum { CONNECTION, SIGNALS, JVM };
    for (;;) {
        if (poll(polled, 3, -1) < 0 && errno != EINTR) {
            end_unknown();
        }
        if (polled[SIGNALS].revents != 0) {
            relay_signals(signals, jvm);
        }
        struct answer answer;
        bool is_over = polled[JVM].revents != 0;
        if (polled[CONNECTION].revents != 0 || (is_over && message_awaits(connection, milliseconds() + OBITUARY_TIME))) {
            if (message_receive(connection, &answer, sizeof answer, NULL, 0) == 1 &&
                (answer.kind == DONE || answer.kind == ENDED)) {
                end_as(answer);
            }
            is_over = true;
        }
        if (is_over) {
            end_unknown();
        }
    }
}
