// A thread of its own takes the signals, as POSIX advises, and stops the worker through an event counter that the worker polls
// together with its jobs.
//
//   heddle check 62-signal-thread.c
//
// heddle: verdict=clean executions=29
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int stop, jobs[2];
static sigset_t signals;

static void *takes_signals(void *unused) {
    int number;
    sigwait(&signals, &number);
    eventfd_write(stop, 1);
    return unused;
}

static void *worker(void *unused) {
    struct pollfd either[2] = {{stop, POLLIN, 0}, {jobs[0], POLLIN, 0}};
    for (;;) {
        poll(either, 2, -1);
        if (either[0].revents) {
            return unused;
        }
        char job;
        read(jobs[0], &job, 1);
    }
}

int main(void) {
    pthread_t threads[2];
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    stop = eventfd(0, 0);
    pipe(jobs);
    pthread_create(&threads[0], NULL, takes_signals, NULL);
    pthread_create(&threads[1], NULL, worker, NULL);
    write(jobs[1], "j", 1);
    kill(getpid(), SIGTERM);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
