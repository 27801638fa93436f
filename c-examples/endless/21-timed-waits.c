// Waits with a time limit in loops: the limit passes, the event comes, or both, and who does not look which of them it was is wrong.
//
//   (nothing)       a timed-out wait for a condition is taken for the event
//   -DONCE          the deadline is worked out once, outside of the loop: then the loop no longer waits, and gives up too early
//   -DSEMAPHORE     sem_timedwait in a loop, which counts its timeouts as permits
//   -DLOCK          pthread_mutex_timedlock: the lock was not got, and what it guards is used all the same
//   -DRWLOCK        pthread_rwlock_timedwrlock likewise, in a loop that never ends
//   -DRETRY         two locks, the second one with a time limit; who begins anew has to unlock the first one
//   -DSHUTDOWN      a worker waits with a time limit and looks at the stop flag only when it has timed out
//   -DPOLL          poll with a time limit: a byte that comes late belongs to the next request
//   -DSIGTIMEDWAIT  sigtimedwait in a loop: EAGAIN is taken for the signal
//   -DPOOL          an idle worker ends after a timeout without taking itself out of the count
// The fix (-DFIXED): the condition is looked at, whatever the wait has returned.
//
//   heddle check -DLOCK 21-timed-waits.c
//
// heddle: verdict=bug kind=assertion cause=assertion args=--timeouts=any -i 1000
// heddle: verdict=clean args=-DFIXED --timeouts=any -i 1000
// heddle: verdict=bug kind=assertion cause=assertion args=-DONCE --timeouts=any -i 1000
// heddle: verdict=inconclusive args=-DONCE -DFIXED --timeouts=any -i 200
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DSEMAPHORE --timeouts=any -i 1000
// heddle: verdict=inconclusive slow args=-DSEMAPHORE -DFIXED --timeouts=any -i 200
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DLOCK --timeouts=any -i 1000
// heddle: verdict=clean slow args=-DLOCK -DFIXED --timeouts=any -i 1000
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DRWLOCK --timeouts=any -i 1000
// heddle: verdict=inconclusive slow args=-DRWLOCK -DFIXED --timeouts=any -i 200
// heddle: verdict=bug kind=deadlock cause=self-lock slow args=-DRETRY --timeouts=any -i 1000
// heddle: verdict=inconclusive slow args=-DRETRY -DFIXED --timeouts=any -i 200
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DSHUTDOWN -i 1000
// heddle: verdict=clean slow args=-DSHUTDOWN -DFIXED -i 200
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DPOLL --timeouts=any -i 1000
// heddle: verdict=inconclusive slow args=-DPOLL -DFIXED --timeouts=any -i 200
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DSIGTIMEDWAIT --timeouts=any -i 1000
// heddle: verdict=inconclusive slow args=-DSIGTIMEDWAIT -DFIXED --timeouts=any -i 200
// heddle: verdict=bug kind=deadlock cause=condition slow args=-DPOOL --timeouts=any -i 1000
// heddle: verdict=inconclusive slow args=-DPOOL -DFIXED --timeouts=any -i 200
#define _DEFAULT_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int value;

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

#if defined ONCE
static void *first(void *unused) {
    struct timespec until = in(100);
    pthread_mutex_lock(&lock);
    for (int tries = 0; value == 0; tries++) {
#ifdef FIXED
        until = in(100);
#else
        if (tries == 3) {
            break;
        }
#endif
        pthread_cond_timedwait(&changed, &lock, &until);
    }
    assert(value == 1);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *second(void *unused) {
    usleep(250 * 1000);
    pthread_mutex_lock(&lock);
    value = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}
#elif defined SEMAPHORE
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
#elif defined LOCK
static atomic_int inside;

static void *first(void *unused) {
    for (int i = 0; i < 2; i++) {
        struct timespec until = in(10);
        int error = pthread_mutex_timedlock(&lock, &until);
#ifdef FIXED
        if (error) {
            continue;
        }
#endif
        assert(atomic_fetch_add(&inside, 1) == 0);
        atomic_fetch_sub(&inside, 1);
        if (!error) {
            pthread_mutex_unlock(&lock);
        }
    }
    return unused;
}

static void *second(void *unused) {
    pthread_mutex_lock(&lock);
    atomic_fetch_add(&inside, 1);
    usleep(15 * 1000);
    atomic_fetch_sub(&inside, 1);
    pthread_mutex_unlock(&lock);
    return unused;
}
#elif defined RWLOCK
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int readers;

static void *first(void *unused) {
    for (;;) {
        struct timespec until = in(10);
        int error = pthread_rwlock_timedwrlock(&table, &until);
#ifdef FIXED
        if (error) {
            continue;
        }
#endif
        assert(atomic_load(&readers) == 0);
        if (!error) {
            pthread_rwlock_unlock(&table);
        }
    }
    return unused;
}

static void *second(void *unused) {
    for (;;) {
        pthread_rwlock_rdlock(&table);
        atomic_fetch_add(&readers, 1);
        atomic_fetch_sub(&readers, 1);
        pthread_rwlock_unlock(&table);
    }
    return unused;
}
#elif defined RETRY
static void both(pthread_mutex_t *one, pthread_mutex_t *two) {
    for (;;) {
        struct timespec until = in(10);
        pthread_mutex_lock(one);
        if (pthread_mutex_timedlock(two, &until) == 0) {
            break;
        }
#ifdef FIXED
        pthread_mutex_unlock(one);
#endif
    }
    value++;
    pthread_mutex_unlock(two);
    pthread_mutex_unlock(one);
}

static void *first(void *unused) {
    both(&lock, &other);
    return unused;
}

static void *second(void *unused) {
    both(&other, &lock);
    return unused;
}
#elif defined SHUTDOWN
static atomic_int stop;

static void *first(void *unused) {
    pthread_mutex_lock(&lock);
    for (int handled = 0;;) {
        struct timespec until = in(100);
        int error = pthread_cond_timedwait(&changed, &lock, &until);
        handled += value;
        value = 0;
#ifdef FIXED
        if (atomic_load(&stop)) {
            break;
        }
        (void)error;
#else
        if (error && atomic_load(&stop)) {
            assert(handled == 1);
            break;
        }
#endif
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *second(void *unused) {
    pthread_mutex_lock(&lock);
    value = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    usleep(150 * 1000);
    pthread_mutex_lock(&lock);
    value = 1;
    pthread_mutex_unlock(&lock);
    atomic_store(&stop, 1);
    return unused;
}
#elif defined POLL
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
#elif defined SIGTIMEDWAIT
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
#elif defined POOL
static int idle, jobs, ended;

static void *first(void *unused) {
    pthread_mutex_lock(&lock);
    while (jobs == 0 && !ended) {
        struct timespec until = in(100);
        idle++;
        int error = pthread_cond_timedwait(&changed, &lock, &until);
#ifdef FIXED
        idle--;
#else
        if (error == 0) {
            idle--;
        }
        if (error && jobs == 0) {
            break;
        }
#endif
        (void)error;
    }
    if (jobs > 0) {
        jobs--;
        ended = 1;
        pthread_cond_broadcast(&changed);
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *second(void *unused) {
    pthread_mutex_lock(&lock);
    jobs = 1;
    if (idle > 0) {
        pthread_cond_broadcast(&changed);
        while (!ended) {
            pthread_cond_wait(&changed, &lock);
        }
    }
    pthread_mutex_unlock(&lock);
    return unused;
}
#else
static void *first(void *unused) {
    struct timespec until = in(100);
    pthread_mutex_lock(&lock);
#ifdef FIXED
    while (value == 0) {
        pthread_cond_wait(&changed, &lock);
    }
    (void)until;
#else
    if (value == 0) {
        pthread_cond_timedwait(&changed, &lock, &until);
    }
#endif
    assert(value == 1);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *second(void *unused) {
    sleep(1);
    pthread_mutex_lock(&lock);
    value = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}
#endif

int main(void) {
    pthread_t threads[2];
    (void)in;
    (void)other;
#ifdef SEMAPHORE
    sem_init(&permits, 0, 0);
#endif
#ifdef POLL
    if (pipe(requests) != 0 || pipe(answers) != 0) {
        return 1;
    }
#endif
#ifdef SIGTIMEDWAIT
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
#endif
    pthread_create(&threads[0], NULL, first, NULL);
#ifdef SIGTIMEDWAIT
    waiter = threads[0];
#endif
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return errno == EDOM;
}
