// A parent asks its worker to stop, by SIGTERM. Where the signal comes after the worker has looked, and before it waits, the worker waits for
// ever: pause does not know that the handler has run. -DFIXED blocks the signal but for the wait.
//
//   heddle check c-examples/processes/stop-worker.c
//
// heddle: verdict=bug kind=deadlock cause=signal
// heddle: verdict=clean args=-DFIXED
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t stops;

static void stop(int number) { stops = number; }

static void work(const sigset_t *waiting) {
    while (!stops) {
#ifdef FIXED
        sigsuspend(waiting);
#else
        (void)waiting;
        pause();
#endif
    }
    _exit(3);
}

int main(void) {
    sigset_t term, before;
    sigemptyset(&term);
    sigaddset(&term, SIGTERM);
    sigprocmask(SIG_SETMASK, NULL, &before);
    signal(SIGTERM, stop);
#ifdef FIXED
    sigprocmask(SIG_BLOCK, &term, NULL);
#endif
    pid_t worker = fork();
    if (worker == 0) {
        work(&before);
    }
    kill(worker, SIGTERM);
    int status;
    assert(waitpid(worker, &status, 0) == worker);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    return 0;
}
