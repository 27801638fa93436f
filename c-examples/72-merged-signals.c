// Two threads tell the main thread by SIGUSR1 that they are done. A signal that is pending already is not queued again, so where both send
// before it reads, it waits for the second one for ever. With QUEUED they send a real-time signal, which is queued.
//
//   heddle check 72-merged-signals.c
//   heddle check -DQUEUED 72-merged-signals.c
//
// heddle: verdict=bug kind=deadlock cause=descriptor
// heddle: verdict=clean executions=4 args=-DQUEUED
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/signalfd.h>
#include <unistd.h>

#ifdef QUEUED
#define DONE SIGRTMIN
#else
#define DONE SIGUSR1
#endif

static void *worker(void *unused) {
    kill(getpid(), DONE);
    return unused;
}

int main(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, DONE);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    int done = signalfd(-1, &signals, 0);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, worker, NULL);
    }
    for (int i = 0; i < 2; i++) {
        struct signalfd_siginfo signal;
        read(done, &signal, sizeof signal);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
