/* Timers by CPU time, and the overruns of timers whose signal is blocked. */
#include "conformance.h"

#include <sys/time.h>

#define MILLISECOND 1000000l

static volatile sig_atomic_t count;

static void handler(int signal) {
    (void)signal;
    count++;
}

static long shown(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec * 1000 * MILLISECOND + now.tv_nsec;
}

static void expires(clockid_t by) {
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
    struct itimerspec soon = {.it_value = {0, 20 * MILLISECOND}};
    CALL_ERRNO(timer_create(by, &event, &timer));
    count = 0;
    long before = shown(by);
    CALL_ERRNO(timer_settime(timer, 0, &soon, NULL));
    while (!count) {
        clock();
    }
    SHOW(shown(by) - before >= 20 * MILLISECOND);
    soon.it_value.tv_sec = 1000000;
    CALL_ERRNO(timer_settime(timer, TIMER_ABSTIME, &soon, NULL));
    struct itimerspec left;
    CALL_ERRNO(timer_gettime(timer, &left));
    SHOW(left.it_value.tv_sec >= 900000);
    CALL_ERRNO(timer_delete(timer));
}

static void interval(void) {
    struct itimerval soon = {.it_value = {0, 20000}};
    count = 0;
    clock_t before = clock();
    CALL_ERRNO(setitimer(ITIMER_PROF, &soon, NULL));
    while (!count) {
        clock();
    }
    SHOW(clock() > before); /* Linux counts ticks for this one: where others run as well, a part of each is theirs */
}

static void overruns(int signal) {
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = signal};
    struct itimerspec often = {.it_value = {0, 10 * MILLISECOND}, .it_interval = {0, 500 * MILLISECOND}};
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, signal);
    pthread_sigmask(SIG_BLOCK, &blocked, NULL);
    CALL_ERRNO(timer_create(CLOCK_MONOTONIC, &event, &timer));
    CALL_ERRNO(timer_settime(timer, 0, &often, NULL));
    usleep(1020000); /* with half a second to spare, for a loaded machine */
    pthread_sigmask(SIG_UNBLOCK, &blocked, NULL);
    SHOW(timer_getoverrun(timer));
    CALL_ERRNO(timer_delete(timer));
}

int main(void) {
    signal(SIGUSR1, handler);
    signal(SIGPROF, handler);
    expires(CLOCK_PROCESS_CPUTIME_ID);
    expires(CLOCK_THREAD_CPUTIME_ID);
    interval();
    overruns(SIGUSR1);
    return 0;
}
