// A signal that a timer sends while the thread that handles it has what its handler takes. The timer may expire at any moment, not only
// when nothing else can happen.
//
//   (nothing)     a mutex that the thread holds
//   -DSEMAPHORE   a semaphore that it has taken
//   -DORDER       a mutex of another thread, which waits for one of the interrupted thread
//   -DINTERVAL    setitimer
//   -DTIMER       timer_create
// The fix (-DFIXED): the signal is blocked as long as the thread has it.
//
//   heddle check c-examples/soundness/alarm-in-lock.c
//
// heddle: verdict=bug kind=deadlock cause=self-lock
// heddle: verdict=clean args=-DFIXED
// heddle: verdict=bug kind=deadlock cause=semaphore args=-DSEMAPHORE
// heddle: verdict=clean args=-DSEMAPHORE -DFIXED
// heddle: verdict=bug kind=deadlock cause=lock-cycle args=-DORDER
// heddle: verdict=clean args=-DORDER -DFIXED
// heddle: verdict=bug kind=deadlock cause=self-lock args=-DINTERVAL
// heddle: verdict=clean args=-DINTERVAL -DFIXED
// heddle: verdict=bug kind=deadlock cause=self-lock args=-DTIMER
// heddle: verdict=clean args=-DTIMER -DFIXED
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#ifdef SEMAPHORE
static sem_t semaphore;
#else
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
#endif
static int value;
static volatile sig_atomic_t ticks;

static void tick(int number) {
    (void)number;
#if defined SEMAPHORE
    while (sem_wait(&semaphore) != 0) {
    }
    value++;
    sem_post(&semaphore);
#elif defined ORDER
    pthread_mutex_lock(&locks[1]);
    value++;
    pthread_mutex_unlock(&locks[1]);
#else
    pthread_mutex_lock(&locks[0]);
    value++;
    pthread_mutex_unlock(&locks[0]);
#endif
    ticks = 1;
}

static void mask(int how) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    pthread_sigmask(how, &set, NULL);
}

static void set_handler(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = tick;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
}

static void arm(void) {
#if defined INTERVAL
    struct itimerval once = {{0, 0}, {0, 10000}};
    setitimer(ITIMER_REAL, &once, NULL);
#elif defined TIMER
    struct itimerspec once = {{0, 0}, {0, 10000000}};
    timer_t timer;
    timer_create(CLOCK_MONOTONIC, NULL, &timer);
    timer_settime(timer, 0, &once, NULL);
#else
    alarm(1);
#endif
}

static void count(void) {
#if defined SEMAPHORE
    while (sem_wait(&semaphore) != 0) {
    }
    value++;
    sem_post(&semaphore);
#else
    pthread_mutex_lock(&locks[0]);
#ifndef ORDER
    value++;
#endif
    pthread_mutex_unlock(&locks[0]);
#endif
}

#ifdef ORDER
static void *takes_both(void *unused) {
    pthread_mutex_lock(&locks[1]);
    pthread_mutex_lock(&locks[0]);
    value++;
    pthread_mutex_unlock(&locks[0]);
    pthread_mutex_unlock(&locks[1]);
    return unused;
}
#endif

int main(void) {
    sigset_t none;
    sigemptyset(&none);
#ifdef SEMAPHORE
    sem_init(&semaphore, 0, 1);
#endif
    set_handler();
    mask(SIG_BLOCK);
#ifdef ORDER
    pthread_t thread;
    pthread_create(&thread, NULL, takes_both, NULL);
#endif
    arm();
#ifdef FIXED
    count();
    mask(SIG_UNBLOCK);
    mask(SIG_BLOCK);
#else
    mask(SIG_UNBLOCK);
    count();
    mask(SIG_BLOCK);
#endif
    while (!ticks) {
        sigsuspend(&none);
    }
#ifdef ORDER
    pthread_join(thread, NULL);
#endif
    return 0;
}
