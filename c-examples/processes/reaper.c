// A server waits for its workers in a handler of SIGCHLD. Two workers that end at once send one signal, so a handler that waits for one
// child leaves the other one, for ever. -DFIXED waits for all that have ended.
//
//   heddle check c-examples/processes/reaper.c
//
// heddle: verdict=bug kind=deadlock cause=signal
// heddle: verdict=clean args=-DFIXED
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t ended;

static void on_end(int number) {
    (void)number;
#ifdef FIXED
    while (waitpid(-1, NULL, WNOHANG) > 0) {
        ended++;
    }
#else
    ended += waitpid(-1, NULL, WNOHANG) > 0;
#endif
}

int main(void) {
    sigset_t child, before;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    signal(SIGCHLD, on_end);
    sigprocmask(SIG_BLOCK, &child, &before);
    for (int i = 0; i < 2; i++) {
        if (fork() == 0) {
            _exit(0);
        }
    }
    while (ended < 2) {
        sigsuspend(&before);
    }
    return 0;
}
