// A thread that waits for good beside one that reads the expiries of an interval timer from its descriptor. Nothing but time goes on: a
// deadlock, in the first execution.
//
//   -DEXPIRIES=N  at the N-th expiry the reader posts what the other thread waits for; 0: never
//   -DSET         it waits for expiries with epoll, and reads without waiting
//
//   heddle check -DEXPIRIES=0 33-ticks-read.c
//
// heddle: verdict=bug kind=deadlock cause=semaphore args=-DEXPIRIES=0 -i 1
// heddle: verdict=clean args=-DEXPIRIES=3 -i 1000
// heddle: verdict=clean args=-DEXPIRIES=400 -i 1000
// heddle: verdict=bug kind=deadlock cause=semaphore args=-DEXPIRIES=0 -DSET -i 1
// heddle: verdict=clean args=-DEXPIRIES=400 -DSET -i 1000
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

static sem_t posted;

static void *waits(void *unused) {
    while (sem_wait(&posted) != 0) {
    }
    return unused;
}

static void run(void) {
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    struct itimerspec each = {{0, 1000000}, {0, 1000000}};
    timerfd_settime(timer, 0, &each, NULL);
#ifdef SET
    int set = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN};
    epoll_ctl(set, EPOLL_CTL_ADD, timer, &event);
    fcntl(timer, F_SETFL, O_NONBLOCK);
#endif
    uint64_t left = EXPIRIES;
    for (uint64_t read_now; EXPIRIES == 0 || left > 0;) {
#ifdef SET
        epoll_wait(set, &event, 1, -1);
#endif
        if (read(timer, &read_now, sizeof read_now) == sizeof read_now) {
            left -= read_now < left ? read_now : left;
        }
    }
#ifdef SET
    close(set);
#endif
    close(timer);
}

int main(void) {
    sem_init(&posted, 0, 0);
    pthread_t thread;
    pthread_create(&thread, NULL, waits, NULL);
    run();
    sem_post(&posted);
    pthread_join(thread, NULL);
    return 0;
}
