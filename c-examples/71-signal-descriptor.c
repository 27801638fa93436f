// An event loop takes its signals from a descriptor, beside the jobs of a worker: SIGUSR1 counts, SIGTERM ends. Both are blocked before
// the worker is made, so that no thread is interrupted.
//
//   heddle check 71-signal-descriptor.c
//
// heddle: verdict=clean executions=12
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

static int jobs[2];

static void *worker(void *unused) {
    write(jobs[1], "j", 1);
    kill(getpid(), SIGUSR1);
    kill(getpid(), SIGTERM);
    return unused;
}

int main(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    pipe(jobs);
    int taken = signalfd(-1, &signals, SFD_CLOEXEC), set = epoll_create1(0);
    epoll_ctl(set, EPOLL_CTL_ADD, taken, &(struct epoll_event){.events = EPOLLIN, .data.fd = taken});
    epoll_ctl(set, EPOLL_CTL_ADD, jobs[0], &(struct epoll_event){.events = EPOLLIN, .data.fd = jobs[0]});
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    int done = 0, counted = 0, ends = 0;
    while (!ends) {
        struct epoll_event event;
        epoll_wait(set, &event, 1, -1);
        if (event.data.fd == jobs[0]) {
            char job;
            done += read(jobs[0], &job, 1) == 1;
        } else {
            struct signalfd_siginfo signal;
            read(taken, &signal, sizeof signal);
            counted += signal.ssi_signo == SIGUSR1;
            ends = signal.ssi_signo == SIGTERM;
        }
    }
    assert(counted == 1);
    pthread_join(thread, NULL);
    return 0;
}
