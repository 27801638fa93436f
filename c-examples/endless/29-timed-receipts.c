// Waits for a permit, a byte or a signal with a time limit, in loops: who does not look whether it came is wrong.
//
//   (nothing)       sem_timedwait in a loop, which counts its timeouts as permits
//   -DPOLL          poll with a time limit: a byte that comes late belongs to the next request
//   -DSIGTIMEDWAIT  sigtimedwait in a loop: EAGAIN is taken for the signal
// The fix (-DFIXED): what has come is looked at, whatever the wait has returned.
//
//   heddle check -DPOLL 29-timed-receipts.c
//
// heddle: verdict=bug kind=assertion cause=assertion slow args=--timeouts=any -i 1000
// heddle: verdict=inconclusive slow args=-DFIXED --timeouts=any -i 200
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DPOLL --timeouts=any -i 1000
// heddle: verdict=clean slow args=-DPOLL -DFIXED --timeouts=any -i 200
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DSIGTIMEDWAIT --timeouts=any -i 1000
// heddle: verdict=inconclusive slow args=-DSIGTIMEDWAIT -DFIXED --timeouts=any -i 200
#define _DEFAULT_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#if defined POLL
static int requests[2], answers[2];

static void *first(void *unused) {
    char answer = 0;
    for (char request = 'a'; request <= 'b'; request++) {
        struct pollfd wanted = {answers[0], POLLIN, 0};
        if (write(requests[1], &request, 1) != 1) {
            return unused;
        }
#ifdef FIXED
        do {
            while (poll(&wanted, 1, 100) == 0) {
            }
            if (read(answers[0], &answer, 1) != 1) {
                return unused;
            }
        } while (answer != request);
#else
        if (poll(&wanted, 1, 100) == 1 && read(answers[0], &answer, 1) == 1) {
            assert(answer == request);
        }
#endif
    }
    close(requests[1]);
    return unused;
}

static void *second(void *unused) {
    char request;
    while (read(requests[0], &request, 1) == 1) {
        if (write(answers[1], &request, 1) != 1) {
            break;
        }
    }
    return unused;
}

static int prepare(void) { return pipe(requests) || pipe(answers); }
#elif defined SIGTIMEDWAIT
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;
static pthread_t waiter;

static void *first(void *unused) {
    sigset_t set;
    struct timespec limit = {0, 10000000};
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    int number;
    do {
        number = sigtimedwait(&set, NULL, &limit);
#ifdef FIXED
    } while (number == -1 && errno == EAGAIN);
#else
    } while (number == 0);
#endif
    pthread_mutex_lock(&lock);
    assert(value == 1);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *second(void *unused) {
    usleep(25 * 1000);
    pthread_mutex_lock(&lock);
    value = 1;
    pthread_mutex_unlock(&lock);
    pthread_kill(waiter, SIGUSR1);
    return unused;
}

static int prepare(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    return pthread_sigmask(SIG_BLOCK, &set, NULL);
}
#else
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct timespec in(long milliseconds) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_sec += milliseconds / 1000;
    t.tv_nsec += milliseconds % 1000 * 1000000;
    if (t.tv_nsec >= 1000000000) {
        t.tv_sec++;
        t.tv_nsec -= 1000000000;
    }
    return t;
}

static sem_t permits;
static int given;

static void *first(void *unused) {
    for (int got = 0; got < 2;) {
        struct timespec until = in(10);
#ifdef FIXED
        got += sem_timedwait(&permits, &until) == 0;
#else
        sem_timedwait(&permits, &until);
        got++;
#endif
    }
    pthread_mutex_lock(&lock);
    assert(given == 2);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *second(void *unused) {
    for (int i = 0; i < 2; i++) {
        usleep(20 * 1000);
        pthread_mutex_lock(&lock);
        given++;
        pthread_mutex_unlock(&lock);
        sem_post(&permits);
    }
    return unused;
}

static int prepare(void) { return sem_init(&permits, 0, 0); }
#endif

int main(void) {
    pthread_t threads[2];
    if (prepare() != 0) {
        return 1;
    }
    pthread_create(&threads[0], NULL, first, NULL);
#ifdef SIGTIMEDWAIT
    waiter = threads[0];
#endif
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
