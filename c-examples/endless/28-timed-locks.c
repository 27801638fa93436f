// Tries for a lock that give up after a time, in loops: who does not look whether it has got the lock is wrong, and so is who begins anew
// with another lock in hand.
//
//   (nothing)       pthread_mutex_timedlock: the lock was not got, and what it guards is used all the same
//   -DRWLOCK        pthread_rwlock_timedwrlock likewise, in a loop that never ends
//   -DRETRY         two locks, the second one with a time limit; who begins anew has to unlock the first one
// The fix (-DFIXED): what is guarded is used only with the lock, and who begins anew has none.
//
//   heddle check -DRETRY 28-timed-locks.c
//
// heddle: verdict=bug kind=assertion cause=assertion slow args=--timeouts=any -i 1000
// heddle: verdict=clean slow args=-DFIXED --timeouts=any -i 1000
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DRWLOCK --timeouts=any -i 1000
// heddle: verdict=inconclusive slow args=-DRWLOCK -DFIXED --timeouts=any -i 200
// heddle: verdict=bug kind=deadlock cause=self-lock slow args=-DRETRY --timeouts=any -i 1000
// heddle: verdict=inconclusive slow args=-DRETRY -DFIXED --timeouts=any -i 200
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

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

#if defined RWLOCK
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
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int value;

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
#else
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
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
#endif

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
