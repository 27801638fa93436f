// A child waits for ever, unless the end of its parent kills it. That asks for it before its parent goes on, or, with -DLATE, at any moment: then it
// has to look whether its parent is there (-DLOOKS). With -DHANDLED a handler runs. With -DMIDDLE the parent is a forked process, too; with -DTHREAD a
// thread of it forks and ends, while the process goes on; with -DNEVER nobody asks.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
static int ready[2], told[2];
static volatile sig_atomic_t heard;
static void hear(int number) {
    heard = number;
}
static void child(pid_t parent) {
#ifdef HANDLED
    sigset_t before, all;
    sigfillset(&all);
    signal(SIGTERM, hear);
    sigprocmask(SIG_BLOCK, &all, &before);
    assert(prctl(PR_SET_PDEATHSIG, SIGTERM) == 0);
#elif !defined(NEVER)
    assert(prctl(PR_SET_PDEATHSIG, SIGKILL) == 0);
#endif
#ifdef LOOKS
    if (getppid() != parent) {
        _exit(0);
    }
#endif
    assert(write(ready[1], "r", 1) == 1);
#ifdef HANDLED
    while (!heard) {
        sigsuspend(&before);
    }
    assert(heard == SIGTERM && getppid() != parent);
    _exit(0);
#else
    (void)parent, (void)hear;
    for (;;) {
        pause();
    }
#endif
}
static void *forks(void *unused) {
    pid_t self = getpid();
    if (fork() == 0) {
        close(told[1]);
        child(self);
    }
#ifndef LATE
    char byte;
    assert(read(ready[0], &byte, 1) == 1);
#endif
    return unused;
}
int main(void) {
    assert(pipe(ready) == 0 && pipe(told) == 0);
#ifdef MIDDLE
    pid_t middle = fork();
    if (middle == 0) {
        forks(NULL);
        _exit(0);
    }
    assert(waitpid(middle, NULL, 0) == middle);
#elif defined THREAD
    pthread_t thread;
    pthread_create(&thread, NULL, forks, NULL);
    pthread_join(thread, NULL);
    int status;
    assert(wait(&status) > 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
#else
    forks(NULL);
#endif
    (void)told;
    return 0;
}
