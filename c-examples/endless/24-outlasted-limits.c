// A thread waits with a time limit, and the other one sleeps for longer before it answers: the limit passes first, though other threads
// could go on. Who takes the limit for something that never comes to pass is wrong in every run.
//
//   (nothing)       a condition: who gives up frees what the other one still uses
//   -DSEMAPHORE     sem_clockwait
//   -DMUTEX         pthread_mutex_timedlock on what its holder sleeps with
//   -DSIGNAL        sigtimedwait
//   -DJOIN          pthread_timedjoin_np
//   -DPOLL          poll on a pipe
//   -DCLOCK         the other one looks at a clock until its time has come
//   -DLATE          the other one has slept before the wait begins
// The fix (-DFIXED): who times out waits on. -DPATIENT: the limit is longer than the sleep, and passes only if nothing else can happen.
//
//   heddle check 24-outlasted-limits.c
//
// heddle: verdict=bug kind=use-after-free cause=use-after-free args=-i 1000
// heddle: verdict=clean args=-DFIXED -i 1000
// heddle: verdict=clean args=-DPATIENT -i 1000
// heddle: verdict=bug kind=assertion cause=assertion args=-DSEMAPHORE -i 1000
// heddle: verdict=clean slow args=-DSEMAPHORE -DFIXED -i 1000
// heddle: verdict=clean slow args=-DSEMAPHORE -DPATIENT -i 1000
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DMUTEX -i 1000
// heddle: verdict=clean slow args=-DMUTEX -DFIXED -i 1000
// heddle: verdict=clean slow args=-DMUTEX -DPATIENT -i 1000
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DSIGNAL -i 1000
// heddle: verdict=clean slow args=-DSIGNAL -DFIXED -i 1000
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DJOIN -i 1000
// heddle: verdict=clean slow args=-DJOIN -DFIXED -i 1000
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DPOLL -i 1000
// heddle: verdict=clean slow args=-DPOLL -DFIXED -i 1000
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DCLOCK -i 1000
// heddle: verdict=clean slow args=-DCLOCK -DFIXED -i 1000
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DLATE -i 1000
// heddle: verdict=clean slow args=-DLATE -DFIXED -i 1000
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#ifdef PATIENT
#define LIMIT 5000 /* milliseconds */
#else
#define LIMIT 100
#endif
#define ANSWER 1000

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static struct timespec limit(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    t.tv_sec += LIMIT / 1000;
    t.tv_nsec += LIMIT % 1000 * 1000000;
    if (t.tv_nsec >= 1000000000) {
        t.tv_sec++;
        t.tv_nsec -= 1000000000;
    }
    return t;
}

static void answer_takes_time(void) {
#if defined CLOCK
    long until = now() + ANSWER;
    while (now() < until) {
    }
#else
    struct timespec t = {ANSWER / 1000, ANSWER % 1000 * 1000000};
    nanosleep(&t, NULL);
#endif
}

#if defined SEMAPHORE || defined CLOCK
static sem_t answered;
static int is_answered; /* guarded by the lock */

static void *answer(void *unused) {
    answer_takes_time();
    pthread_mutex_lock(&lock);
    is_answered = 1;
    pthread_mutex_unlock(&lock);
    sem_post(&answered);
    return unused;
}

int main(void) {
    sem_init(&answered, 0, 0);
    pthread_t thread;
    pthread_create(&thread, NULL, answer, NULL);
    struct timespec until = limit(CLOCK_MONOTONIC);
    int error = sem_clockwait(&answered, CLOCK_MONOTONIC, &until);
#ifdef FIXED
    if (error) {
        sem_wait(&answered);
    }
#else
    (void)error;
#endif
    pthread_mutex_lock(&lock);
    assert(is_answered);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
#elif defined MUTEX
static sem_t locked;

static void *answer(void *unused) {
    pthread_mutex_lock(&lock);
    sem_post(&locked);
    answer_takes_time();
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    sem_init(&locked, 0, 0);
    pthread_t thread;
    pthread_create(&thread, NULL, answer, NULL);
    sem_wait(&locked);
    struct timespec until = limit(CLOCK_REALTIME);
    int error = pthread_mutex_timedlock(&lock, &until);
#ifdef FIXED
    if (error) {
        error = pthread_mutex_lock(&lock);
    }
#endif
    assert(!error);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
#elif defined SIGNAL
static pthread_t main_thread;

static void *answer(void *unused) {
    answer_takes_time();
    pthread_kill(main_thread, SIGUSR1);
    return unused;
}

int main(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    main_thread = pthread_self();
    pthread_t thread;
    pthread_create(&thread, NULL, answer, NULL);
    struct timespec time = {LIMIT / 1000, LIMIT % 1000 * 1000000};
    int got = sigtimedwait(&set, NULL, &time);
#ifdef FIXED
    while (got < 0) {
        got = sigtimedwait(&set, NULL, &time);
    }
#endif
    assert(got == SIGUSR1);
    pthread_join(thread, NULL);
    return 0;
}
#elif defined JOIN
static void *answer(void *unused) {
    answer_takes_time();
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, answer, NULL);
    struct timespec until = limit(CLOCK_REALTIME);
    int error = pthread_timedjoin_np(thread, NULL, &until);
#ifdef FIXED
    if (error) {
        error = pthread_join(thread, NULL);
    }
#endif
    assert(!error);
    return 0;
}
#elif defined POLL
static int ends[2];

static void *answer(void *unused) {
    answer_takes_time();
    if (write(ends[1], "x", 1) != 1) {
        abort();
    }
    return unused;
}

int main(void) {
    if (pipe(ends)) {
        return 1;
    }
    pthread_t thread;
    pthread_create(&thread, NULL, answer, NULL);
    struct pollfd end = {ends[0], POLLIN, 0};
    int ready = poll(&end, 1, LIMIT);
#ifdef FIXED
    while (ready == 0) {
        ready = poll(&end, 1, LIMIT);
    }
#endif
    assert(ready == 1);
    pthread_join(thread, NULL);
    return 0;
}
#else
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int *slot, is_answered;

static void *answer(void *unused) {
#ifndef LATE
    answer_takes_time();
#endif
    pthread_mutex_lock(&lock);
#ifdef LATE
    if (is_answered) {
        pthread_mutex_unlock(&lock);
        return unused;
    }
    struct timespec until = limit(CLOCK_REALTIME);
    int error = 0;
    while (!is_answered && !error) {
        error = pthread_cond_timedwait(&condition, &lock, &until);
    }
#ifdef FIXED
    while (!is_answered) {
        pthread_cond_wait(&condition, &lock);
    }
#endif
    assert(is_answered);
#else
    *slot = 1;
    is_answered = 1;
    pthread_cond_signal(&condition);
#endif
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    slot = malloc(sizeof *slot);
    pthread_t thread;
    pthread_create(&thread, NULL, answer, NULL);
#ifdef LATE
    answer_takes_time();
    pthread_mutex_lock(&lock);
    is_answered = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    free(slot);
    return 0;
#else
    pthread_mutex_lock(&lock);
    struct timespec until = limit(CLOCK_REALTIME);
    int error = 0;
    while (!is_answered && !error) {
        error = pthread_cond_timedwait(&condition, &lock, &until);
    }
#ifdef FIXED
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    free(slot);
#else
    free(slot);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
#endif
    return 0;
#endif
}
#endif
