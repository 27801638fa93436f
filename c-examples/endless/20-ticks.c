// A timer ticks, and nobody needs its ticks while something else is waited for: however many come, they end no wait and are no deadlock.
//
//   (nothing)       main sleeps through a thousand expiries of a timerfd; the last one is read
//   -DTIMED_WAIT    pthread_cond_timedwait through them
//   -DPOLL          poll with a time limit through a thousand blocked signals of setitimer
//   -DTWO           two timers, one of which calls a function that does nothing
//   -DOVERRUN       a blocked signal's expiries are counted (timer_getoverrun)
//   -DLATER         a timer that expires once, after a thousand ticks of the other one, wakes a thread
// The bug (-DBUG) is that nobody ends the wait; ticks do not.
//
//   heddle check 20-ticks.c
//
// heddle: verdict=clean
// heddle: verdict=bug kind=deadlock cause=semaphore args=-DBUG
// heddle: verdict=clean args=-DTIMED_WAIT
// heddle: verdict=bug kind=deadlock cause=condition args=-DTIMED_WAIT -DBUG
// heddle: verdict=clean slow args=-DPOLL
// heddle: verdict=bug kind=deadlock cause=descriptor slow args=-DPOLL -DBUG
// heddle: verdict=clean slow args=-DTWO
// heddle: verdict=bug kind=deadlock cause=semaphore slow args=-DTWO -DBUG
// heddle: verdict=clean slow args=-DOVERRUN
// heddle: verdict=clean slow args=-DLATER
// heddle: verdict=bug kind=deadlock cause=semaphore slow args=-DLATER -DBUG
#define _DEFAULT_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static sem_t done;

static void *help(void *unused) {
#ifndef BUG
    sem_post(&done);
#endif
    return unused;
}

#if defined POLL
static void run(void) {
    struct itimerval each = {{0, 1000}, {0, 1000}};
    sigset_t set;
    int ends[2];
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (pipe(ends) != 0) {
        return;
    }
    setitimer(ITIMER_REAL, &each, NULL);
    struct pollfd wanted = {ends[0], POLLIN, 0};
#ifdef BUG
    poll(&wanted, 1, -1);
#else
    assert(poll(&wanted, 1, 1000) == 0);
#endif
}
#elif defined TIMED_WAIT
static void run(void) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
    struct itimerspec each = {{0, 1000000}, {0, 1000000}};
    int timer = timerfd_create(CLOCK_MONOTONIC, 0);
    timerfd_settime(timer, 0, &each, NULL);
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 2;
    pthread_mutex_lock(&lock);
#ifdef BUG
    pthread_cond_wait(&never, &lock);
#else
    while (pthread_cond_timedwait(&never, &lock, &until) != ETIMEDOUT) {
    }
    uint64_t count;
    assert(read(timer, &count, sizeof count) == (ssize_t)sizeof count);
    assert(count > 1900 && count < 2100);
#endif
    pthread_mutex_unlock(&lock);
}
#elif defined TWO || defined OVERRUN || defined LATER
static timer_t start(int notify, int number, void (*function)(union sigval), long first, long each) {
    struct sigevent event;
    struct itimerspec when = {{each / 1000, each % 1000 * 1000000}, {first / 1000, first % 1000 * 1000000}};
    timer_t timer;
    memset(&event, 0, sizeof event);
    event.sigev_notify = notify;
    event.sigev_signo = number;
    event.sigev_notify_function = function;
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    timer_settime(timer, 0, &when, NULL);
    return timer;
}

static void nothing(union sigval unused) { (void)unused; }

static void block(int number) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

#if defined OVERRUN
static void run(void) {
    sigset_t set;
    siginfo_t info;
    sigemptyset(&set);
    sigaddset(&set, SIGRTMIN);
    block(SIGRTMIN);
    timer_t timer = start(SIGEV_SIGNAL, SIGRTMIN, NULL, 1, 1);
    sleep(1);
    assert(sigwaitinfo(&set, &info) == SIGRTMIN);
    assert(info.si_overrun > 900 && info.si_overrun < 1100);
    timer_delete(timer);
}
#elif defined LATER
static void wake(union sigval unused) {
    (void)unused;
#ifndef BUG
    sem_post(&done);
#endif
}

static void run(void) {
    block(SIGUSR1);
    start(SIGEV_SIGNAL, SIGUSR1, NULL, 1, 1);
    start(SIGEV_THREAD, 0, wake, 1000, 0);
    sem_wait(&done);
}
#else
static void run(void) {
    pthread_t thread;
    block(SIGUSR1);
    start(SIGEV_THREAD, 0, nothing, 1, 1);
    start(SIGEV_SIGNAL, SIGUSR1, NULL, 2, 3);
    pthread_create(&thread, NULL, help, NULL);
    sleep(1);
    sem_wait(&done);
    pthread_join(thread, NULL);
}
#endif
#else
static void run(void) {
    pthread_t thread;
    struct itimerspec each = {{0, 1000000}, {0, 1000000}};
    uint64_t count;
    int timer = timerfd_create(CLOCK_MONOTONIC, 0);
    timerfd_settime(timer, 0, &each, NULL);
    pthread_create(&thread, NULL, help, NULL);
    usleep(1000 * 1000);
    assert(read(timer, &count, sizeof count) == (ssize_t)sizeof count);
    assert(count > 900 && count < 1100);
    sem_wait(&done);
    pthread_join(thread, NULL);
}
#endif

int main(void) {
    sem_init(&done, 0, 0);
    (void)help;
    run();
    return 0;
}
