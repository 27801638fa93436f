// Small servers, watchdogs and retries, of which each mistake needs something that goes on for long.
//
//   (nothing)      two endless threads try for their second lock three times, then wait for it, in two orders
//   -DUPGRADE      two endless threads take a mutex and a read-write lock in two orders
//   -DCONSUMERS    a producer and a consumer that go on for ever share a buffer of one; there are two permits
//   -DWATCHDOG     a watchdog takes a worker for dead that waits for a lock whose holder sleeps
//   -DTHREE        three philosophers, each of whom tries for the second fork and gives the first one back
//   -DHANDED       two threads hand a token to each other for ever; nobody keeps it
//   -DPERIODIC     a thread that wakes at absolute times takes two of three for all
// The fix (-DFIXED): one order of locks, one permit, nobody sleeps with a lock, and so on.
//
//   heddle check 26-servers-and-tries.c
//
// heddle: verdict=bug kind=deadlock cause=lock-cycle args=-i 1000
// heddle: verdict=inconclusive slow args=-DFIXED -i 200
// heddle: verdict=bug kind=deadlock cause=lock-cycle slow args=-DUPGRADE -i 1000
// heddle: verdict=inconclusive slow args=-DUPGRADE -DFIXED -i 200
// heddle: verdict=bug kind=data-race cause=read-write slow args=-DCONSUMERS -i 300
// heddle: verdict=clean bounded slow args=-DCONSUMERS -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DWATCHDOG -i 1000
// heddle: verdict=bug kind=livelock cause=cycle slow args=-DTHREE -i 1000
// heddle: verdict=clean slow args=-DTHREE -DFIXED -i 1000
// heddle: verdict=bug kind=livelock cause=spin slow args=-DHANDED -i 1000
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DPERIODIC -i 1000
// heddle: verdict=clean slow args=-DPERIODIC -DFIXED -i 1000
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#define THREADS 3

#if defined UPGRADE
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *number) {
    for (;;) {
        if ((intptr_t)number == 0) {
            pthread_rwlock_rdlock(&table);
            pthread_mutex_lock(&lock);
            pthread_mutex_unlock(&lock);
            pthread_rwlock_unlock(&table);
        } else {
#ifdef FIXED
            pthread_rwlock_wrlock(&table);
            pthread_mutex_lock(&lock);
            pthread_mutex_unlock(&lock);
            pthread_rwlock_unlock(&table);
#else
            pthread_mutex_lock(&lock);
            pthread_rwlock_wrlock(&table);
            pthread_rwlock_unlock(&table);
            pthread_mutex_unlock(&lock);
#endif
            usleep(10);
        }
    }
    return number;
}
#elif defined CONSUMERS
static sem_t full, empty;
static int buffer;

__attribute__((constructor)) static void make(void) {
    sem_init(&full, 0, 0);
#ifdef FIXED
    sem_init(&empty, 0, 1);
#else
    sem_init(&empty, 0, 2);
#endif
}

static void *run(void *number) {
    for (;;) {
        sem_wait((intptr_t)number == 0 ? &empty : &full);
        buffer += (intptr_t)number == 0 ? 1 : -1;
        sem_post((intptr_t)number == 0 ? &full : &empty);
    }
    return number;
}
#elif defined WATCHDOG
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_long beat;
static atomic_int is_over;

static long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec;
}

static void *run(void *number) {
    if ((intptr_t)number == 0) {
        atomic_store(&beat, now());
        for (int i = 0; i < 3; i++) {
            pthread_mutex_lock(&lock);
            atomic_store(&beat, now());
            pthread_mutex_unlock(&lock);
            usleep(100 * 1000);
        }
        atomic_store(&is_over, 1);
    } else {
        pthread_mutex_lock(&lock);
        sleep(5);
        pthread_mutex_unlock(&lock);
    }
    return number;
}

static void watch(void) {
    atomic_store(&beat, now());
    while (!atomic_load(&is_over)) {
        assert(now() - atomic_load(&beat) < 2);
        usleep(500 * 1000);
    }
}
#elif defined THREE
static pthread_mutex_t forks[THREADS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *run(void *number) {
    int first = (int)(intptr_t)number, second = (first + 1) % THREADS;
#ifdef FIXED
    if (second < first) {
        first = 0;
        second = THREADS - 1;
    }
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
#else
    pthread_mutex_lock(&forks[first]);
    while (pthread_mutex_trylock(&forks[second])) {
        pthread_mutex_unlock(&forks[first]);
        sched_yield();
        pthread_mutex_lock(&forks[first]);
    }
#endif
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
    return number;
}
#elif defined HANDED
static atomic_int token;

static void *run(void *number) {
    int mine = (int)(intptr_t)number, wanted;
    do {
        wanted = mine;
        sched_yield();
    } while (!atomic_compare_exchange_strong(&token, &wanted, 1 - mine) || atomic_load(&token) != mine);
    return number;
}
#elif defined PERIODIC
static atomic_int done;

static void *run(void *number) {
    if ((intptr_t)number == 0) {
        struct timespec next;
        clock_gettime(CLOCK_MONOTONIC, &next);
        for (int i = 0; i < 3; i++) {
            next.tv_sec++;
            clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
            atomic_fetch_add(&done, 1);
        }
    } else {
#ifdef FIXED
        while (atomic_load(&done) < 3) {
#else
        while (atomic_load(&done) < 2) {
#endif
            usleep(1000);
        }
        assert(atomic_load(&done) == 3);
    }
    return number;
}
#else
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *run(void *number) {
#ifdef FIXED
    int first = 0;
#else
    int first = (int)(intptr_t)number;
#endif
    for (;;) {
        pthread_mutex_lock(&locks[first]);
        int error = 1;
        for (int tries = 0; error && tries < 3; tries++) {
            error = pthread_mutex_trylock(&locks[1 - first]);
        }
        if (error) {
            pthread_mutex_lock(&locks[1 - first]);
        }
        pthread_mutex_unlock(&locks[1 - first]);
        pthread_mutex_unlock(&locks[first]);
    }
    return number;
}
#endif

int main(void) {
    pthread_t threads[THREADS];
#ifdef THREE
    int count = THREADS;
#else
    int count = 2;
#endif
    for (int i = 0; i < count; i++) {
        pthread_create(&threads[i], NULL, run, (void *)(intptr_t)i);
    }
#ifdef WATCHDOG
    watch();
#endif
    for (int i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
