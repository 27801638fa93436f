/* Every error of timers, sleeps and timed waits that the manual pages name, and what borders on it. */
#include "conformance.h"

#include <stdint.h>
#include <sys/time.h>
#include <sys/timerfd.h>

#define NANOSECONDS 1000000000L

static const struct timespec zero = {0, 0}, too_many = {0, NANOSECONDS}, below = {0, -1}, past = {-1, 0}, most = {0, NANOSECONDS - 1};

static void created(clockid_t clock, struct sigevent event) {
    timer_t timer;
    CALL_ERRNO(timer_create(clock, &event, &timer));
    if (timer_create(clock, &event, &timer) == 0) {
        CALL_ERRNO(timer_delete(timer));
    }
}

static void creations(void) {
    struct sigevent none = {.sigev_notify = SIGEV_NONE};
    created(CLOCK_REALTIME, none);
    created(CLOCK_MONOTONIC, none);
    created(CLOCK_BOOTTIME, none);
    created(CLOCK_TAI, none);
    created(CLOCK_PROCESS_CPUTIME_ID, none);
    created(CLOCK_THREAD_CPUTIME_ID, none);
    created(CLOCK_MONOTONIC_RAW, none);
    created(CLOCK_MONOTONIC_COARSE, none);
    created(CLOCK_REALTIME_COARSE, none);
    created(99, none);
    created(CLOCK_MONOTONIC, (struct sigevent){.sigev_notify = 77});
    created(CLOCK_MONOTONIC, (struct sigevent){.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1});
    created(CLOCK_MONOTONIC, (struct sigevent){.sigev_notify = SIGEV_SIGNAL, .sigev_signo = -1});
    created(CLOCK_MONOTONIC, (struct sigevent){.sigev_notify = SIGEV_SIGNAL, .sigev_signo = 0});
    created(CLOCK_MONOTONIC, (struct sigevent){.sigev_notify = SIGEV_SIGNAL, .sigev_signo = 65});
    created(CLOCK_MONOTONIC, (struct sigevent){.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMAX});
}

static void set(timer_t timer, struct timespec value, struct timespec interval) {
    struct itimerspec setting = {interval, value};
    CALL_ERRNO(timer_settime(timer, 0, &setting, NULL));
    CALL_ERRNO(timer_settime(timer, TIMER_ABSTIME, &setting, NULL));
}

static void settings(void) {
    struct sigevent none = {.sigev_notify = SIGEV_NONE};
    struct itimerspec setting = {0};
    timer_t timer;
    CALL_ERRNO(timer_create(CLOCK_MONOTONIC, &none, &timer));
    set(timer, zero, zero);
    set(timer, too_many, zero);
    set(timer, below, zero);
    set(timer, past, zero);
    set(timer, zero, too_many);
    set(timer, zero, below);
    set(timer, zero, past);
    set(timer, zero, most);
    CALL_ERRNO(timer_settime(timer, 0, NULL, NULL));
    CALL_ERRNO(timer_gettime(timer, &setting));
    SHOW(timer_getoverrun(timer));
    CALL_ERRNO(timer_delete(timer));
}

static void descriptors(void) {
    struct itimerspec setting = {0}, bad = {.it_value = too_many}, bad_interval = {.it_interval = below};
    uint64_t count;
    int pipes[2], timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    SHOW(timer >= 0);
    SHOW(timerfd_create(99, 0));
    SHOW(errno == EINVAL);
    SHOW(timerfd_create(CLOCK_PROCESS_CPUTIME_ID, 0));
    SHOW(errno == EINVAL);
    SHOW(timerfd_create(CLOCK_MONOTONIC, 1));
    SHOW(errno == EINVAL);
    CALL_ERRNO(timerfd_settime(timer, 0, &bad, NULL));
    CALL_ERRNO(timerfd_settime(timer, 0, &bad_interval, NULL));
    CALL_ERRNO(timerfd_settime(timer, 64, &setting, NULL));
    CALL_ERRNO(timerfd_settime(timer, TFD_TIMER_ABSTIME, &setting, &setting));
    CALL_ERRNO(timerfd_settime(-1, 0, &setting, NULL));
    CALL_ERRNO(timerfd_gettime(-1, &setting));
    CALL_ERRNO(timerfd_gettime(timer, &setting));
    CALL_ERRNO(pipe(pipes));
    CALL_ERRNO(timerfd_settime(pipes[0], 0, &setting, NULL));
    CALL_ERRNO(timerfd_gettime(pipes[0], &setting));
    CALL_ERRNO(read(timer, &count, sizeof count));
    CALL_ERRNO(read(timer, &count, 4));
    CALL_ERRNO(close(timer));
    CALL_ERRNO(timerfd_gettime(timer, &setting));
}

static void intervals(void) {
    struct itimerval setting = {0}, negative = {.it_value = {0, -1}}, large = {.it_interval = {0, 1000000}},
                     largest = {.it_interval = {0, 999999}};
    CALL_ERRNO(setitimer(ITIMER_VIRTUAL, &setting, &setting));
    CALL_ERRNO(setitimer(ITIMER_PROF, &setting, NULL));
    CALL_ERRNO(setitimer(ITIMER_REAL, &negative, NULL));
    CALL_ERRNO(setitimer(ITIMER_REAL, &large, NULL));
    CALL_ERRNO(setitimer(ITIMER_REAL, &largest, NULL));
    CALL_ERRNO(setitimer(-1, &setting, NULL));
    CALL_ERRNO(getitimer(-1, &setting));
    CALL_ERRNO(getitimer(ITIMER_PROF, &setting));
}

static void sleeps(void) {
    CALL(clock_nanosleep(CLOCK_REALTIME, 0, &below, NULL));
    CALL(clock_nanosleep(CLOCK_REALTIME, 0, &too_many, NULL));
    CALL(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &too_many, NULL));
    CALL(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &past, NULL));
    CALL(clock_nanosleep(CLOCK_PROCESS_CPUTIME_ID, 0, &below, NULL));
    CALL(clock_nanosleep(CLOCK_BOOTTIME, 0, &zero, NULL));
    CALL(clock_nanosleep(CLOCK_TAI, 0, &zero, NULL));
    CALL(clock_nanosleep(-1, 0, &zero, NULL));
    CALL_ERRNO(nanosleep(&below, NULL));
}

static void waits(void) {
    sem_t semaphore;
    sigset_t set;
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    sem_init(&semaphore, 0, 0);
    CALL_ERRNO(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &too_many));
    CALL_ERRNO(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &below));
    CALL_ERRNO(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &zero));
    CALL_ERRNO(sem_clockwait(&semaphore, CLOCK_PROCESS_CPUTIME_ID, &zero));
    CALL_ERRNO(sem_clockwait(&semaphore, 99, &zero));
    CALL_ERRNO(sem_timedwait(&semaphore, &too_many));
    CALL_ERRNO(sem_timedwait(&semaphore, &past));
    sem_post(&semaphore);
    CALL_ERRNO(sem_clockwait(&semaphore, CLOCK_REALTIME, &zero));
    pthread_mutex_lock(&mutex);
    CALL(pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &too_many));
    CALL(pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &below));
    CALL(pthread_cond_clockwait(&condition, &mutex, CLOCK_REALTIME, &zero));
    CALL(pthread_cond_clockwait(&condition, &mutex, CLOCK_BOOTTIME, &zero));
    CALL(pthread_cond_clockwait(&condition, &mutex, 99, &zero));
    CALL(pthread_cond_timedwait(&condition, &mutex, &too_many));
    CALL(pthread_cond_timedwait(&condition, &mutex, &past));
    pthread_mutex_unlock(&mutex);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    CALL_ERRNO(sigtimedwait(&set, NULL, &zero));
    CALL_ERRNO(sigtimedwait(&set, NULL, &too_many));
    CALL_ERRNO(sigtimedwait(&set, NULL, &below));
    CALL_ERRNO(sigtimedwait(&set, NULL, &past));
    raise(SIGUSR2);
    SHOW(sigtimedwait(&set, NULL, &zero) == SIGUSR2);
}

static void *all(void *unused) {
    creations();
    settings();
    descriptors();
    intervals();
    sleeps();
    waits();
    return unused;
}

int main(void) {
    run(all, NULL);
    return 0;
}
