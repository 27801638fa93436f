// Waits for a condition with a time limit, in loops: the limit passes, the event comes, or both, and who does not look which of them it
// was is wrong.
//
//   (nothing)       a timed-out wait for a condition is taken for the event
//   -DONCE          the deadline is worked out once, outside of the loop: then the loop no longer waits, and gives up too early
//   -DSHUTDOWN      a worker waits with a time limit and looks at the stop flag only when it has timed out
//   -DPOOL          an idle worker ends after a timeout without taking itself out of the count
// The fix (-DFIXED): the condition is looked at, whatever the wait has returned.
//
//   heddle check -DPOOL 21-timed-waits.c
//
// heddle: verdict=bug kind=assertion cause=assertion args=--timeouts=any -i 1000
// heddle: verdict=clean args=-DFIXED --timeouts=any -i 1000
// heddle: verdict=bug kind=assertion cause=assertion args=-DONCE --timeouts=any -i 1000
// heddle: verdict=inconclusive args=-DONCE -DFIXED --timeouts=any -i 200
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DSHUTDOWN -i 1000
// heddle: verdict=clean slow args=-DSHUTDOWN -DFIXED -i 200
// heddle: verdict=bug kind=deadlock cause=condition slow args=-DPOOL --timeouts=any -i 1000
// heddle: verdict=inconclusive slow args=-DPOOL -DFIXED --timeouts=any -i 200
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
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
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
