// Threads that never end, or not soon, take locks in orders that do not agree. No execution has to end for the deadlock to be found.
//
//   (nothing)       three threads, each with two of three locks in a ring
//   -DLOGGER        a logger locks the log, then the configuration; who reloads that logs what it does
//   -DREADERS       a lock for reading, then a mutex; and the other way round for writing
//   -DACCOUNTS      transfers between accounts that are drawn by chance
//   -DSELDOM        only every third round takes the locks the other way round
//   -DPERMITS       semaphores in place of locks
//   -DSPIN          spinlocks
//   -DHEART         two threads, while a third one goes on for ever
//   -DCALLBACK      a callback that is called with the lock held wants a lock whose holder registers callbacks
//   -DJOINS         main waits for a worker to end with the lock held that the worker wants once more
//   -DSLEEPY        they sleep between their rounds
// The fix (-DFIXED): one order for all, or nothing taken while another one is held.
//
//   heddle check -DLOGGER 13-lock-inversions.c
//
// heddle: verdict=bug kind=deadlock cause=lock-cycle args=-i 1000
// heddle: verdict=inconclusive args=-DFIXED -i 200
// heddle: verdict=bug kind=deadlock cause=lock-cycle args=-DLOGGER -i 1000
// heddle: verdict=inconclusive args=-DLOGGER -DFIXED -i 200
// heddle: verdict=bug kind=deadlock cause=lock-cycle slow args=-DREADERS -i 1000
// heddle: verdict=inconclusive slow args=-DREADERS -DFIXED -i 200
// heddle: verdict=bug kind=deadlock cause=lock-cycle slow args=-DACCOUNTS -i 1000
// heddle: verdict=inconclusive slow args=-DACCOUNTS -DFIXED -i 200
// heddle: verdict=bug kind=deadlock cause=lock-cycle slow args=-DSELDOM -i 1000
// heddle: verdict=inconclusive slow args=-DSELDOM -DFIXED -i 200
// heddle: verdict=bug kind=deadlock cause=semaphore slow args=-DPERMITS -i 1000
// heddle: verdict=inconclusive slow args=-DPERMITS -DFIXED -i 200
// heddle: verdict=bug kind=deadlock cause=lock-cycle slow args=-DSPIN -i 1000
// heddle: verdict=inconclusive slow args=-DSPIN -DFIXED -i 200
// heddle: verdict=bug kind=deadlock cause=lock-cycle slow args=-DHEART -i 1000
// heddle: verdict=clean slow executions=2 args=-DHEART -DFIXED
// heddle: verdict=bug kind=deadlock cause=lock-cycle slow args=-DCALLBACK -i 1000
// heddle: verdict=inconclusive slow args=-DCALLBACK -DFIXED -i 200
// heddle: verdict=bug kind=deadlock cause=mixed-cycle slow args=-DJOINS -i 1000
// heddle: verdict=inconclusive slow args=-DJOINS -DFIXED -i 20
// heddle: verdict=bug kind=deadlock cause=lock-cycle slow args=-DSLEEPY -i 1000
// heddle: verdict=inconclusive slow args=-DSLEEPY -DFIXED -i 200
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void both(pthread_mutex_t *one, pthread_mutex_t *other) {
    pthread_mutex_lock(one);
    pthread_mutex_lock(other);
    shared++;
    pthread_mutex_unlock(other);
    pthread_mutex_unlock(one);
}

#if defined LOGGER
static int level, lines;

static void log_line(void) {
    pthread_mutex_lock(&a);
#ifndef FIXED
    pthread_mutex_lock(&b);
    int is_wanted = level > 0;
    pthread_mutex_unlock(&b);
    lines += is_wanted;
#else
    lines++;
#endif
    pthread_mutex_unlock(&a);
}

static void *first(void *unused) {
    for (;;) {
        log_line();
    }
    return unused;
}

static void *second(void *unused) {
    for (;;) {
        pthread_mutex_lock(&b);
        level = !level;
        log_line(); /* which locks b as well, in another order */
        pthread_mutex_unlock(&b);
    }
    return unused;
}
#elif defined READERS
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;

static void *first(void *unused) {
    for (;;) {
        pthread_rwlock_rdlock(&table);
        pthread_mutex_lock(&a);
        shared++;
        pthread_mutex_unlock(&a);
        pthread_rwlock_unlock(&table);
    }
    return unused;
}

static void *second(void *unused) {
    for (;;) {
#ifdef FIXED
        pthread_rwlock_wrlock(&table);
        pthread_mutex_lock(&a);
#else
        pthread_mutex_lock(&a);
        pthread_rwlock_wrlock(&table);
#endif
        shared = 0;
        pthread_mutex_unlock(&a);
        pthread_rwlock_unlock(&table);
    }
    return unused;
}
#elif defined ACCOUNTS
static struct account {
    pthread_mutex_t lock;
    long balance;
} accounts[3] = {{PTHREAD_MUTEX_INITIALIZER, 100}, {PTHREAD_MUTEX_INITIALIZER, 100}, {PTHREAD_MUTEX_INITIALIZER, 100}};

static void transfer(int from, int to, long amount) {
    int one = from, other = to;
#ifdef FIXED
    one = from < to ? from : to;
    other = from < to ? to : from;
#endif
    pthread_mutex_lock(&accounts[one].lock);
    pthread_mutex_lock(&accounts[other].lock);
    if (accounts[from].balance >= amount) {
        accounts[from].balance -= amount;
        accounts[to].balance += amount;
    }
    pthread_mutex_unlock(&accounts[other].lock);
    pthread_mutex_unlock(&accounts[one].lock);
}

static void *first(void *unused) {
    unsigned seed = 1;
    for (;;) {
        int from = rand_r(&seed) % 3;
        transfer(from, (from + 1 + rand_r(&seed) % 2) % 3, 10);
    }
    return unused;
}

static void *second(void *unused) {
    unsigned seed = 2;
    for (;;) {
        int from = rand_r(&seed) % 3;
        transfer(from, (from + 1 + rand_r(&seed) % 2) % 3, 10);
    }
    return unused;
}
#elif defined SELDOM
static void *first(void *unused) {
    for (;;) {
        both(&a, &b);
    }
    return unused;
}

static void *second(void *unused) {
    for (unsigned round = 1;; round++) {
#ifndef FIXED
        if (round % 3 == 0) {
            both(&b, &a);
            continue;
        }
#endif
        both(&a, &b);
    }
    return unused;
}
#elif defined PERMITS
static sem_t x, y;

static void *first(void *unused) {
    for (;;) {
        sem_wait(&x);
        sem_wait(&y);
        shared++;
        sem_post(&y);
        sem_post(&x);
    }
    return unused;
}

static void *second(void *unused) {
    for (;;) {
#ifdef FIXED
        sem_wait(&x);
        sem_wait(&y);
#else
        sem_wait(&y);
        sem_wait(&x);
#endif
        shared--;
        sem_post(&x);
        sem_post(&y);
    }
    return unused;
}
#elif defined SPIN
static pthread_spinlock_t x, y;

static void *first(void *unused) {
    for (;;) {
        pthread_spin_lock(&x);
        pthread_spin_lock(&y);
        shared++;
        pthread_spin_unlock(&y);
        pthread_spin_unlock(&x);
    }
    return unused;
}

static void *second(void *unused) {
    for (;;) {
#ifdef FIXED
        pthread_spin_lock(&x);
        pthread_spin_lock(&y);
#else
        pthread_spin_lock(&y);
        pthread_spin_lock(&x);
#endif
        shared--;
        pthread_spin_unlock(&x);
        pthread_spin_unlock(&y);
    }
    return unused;
}
#elif defined CALLBACK
static void (*callback)(void);

static void refresh(void) {
    pthread_mutex_lock(&b);
    shared++;
    pthread_mutex_unlock(&b);
}

static void *first(void *unused) {
    for (;;) {
        pthread_mutex_lock(&a);
        void (*call)(void) = callback;
#ifdef FIXED
        pthread_mutex_unlock(&a);
#endif
        if (call) {
            call();
        }
#ifndef FIXED
        pthread_mutex_unlock(&a);
#endif
        sched_yield();
    }
    return unused;
}

static void *second(void *unused) {
    for (;;) {
        pthread_mutex_lock(&b);
        pthread_mutex_lock(&a);
        callback = callback ? NULL : refresh;
        pthread_mutex_unlock(&a);
        pthread_mutex_unlock(&b);
        usleep(1000);
    }
    return unused;
}
#elif defined JOINS
static void *first(void *unused) {
    for (int round = 0; round < 2; round++) {
        pthread_mutex_lock(&a);
        shared++;
        pthread_mutex_unlock(&a);
    }
    return unused;
}

static void *second(void *unused) {
    for (;;) {
        pthread_mutex_lock(&b);
        pthread_mutex_unlock(&b);
    }
    return unused;
}
#elif defined SLEEPY
static void *first(void *unused) {
    for (;;) {
        both(&a, &b);
        usleep(100 * 1000);
    }
    return unused;
}

static void *second(void *unused) {
    for (;;) {
#ifdef FIXED
        both(&a, &b);
#else
        both(&b, &a);
#endif
        sleep(1);
    }
    return unused;
}
#elif defined HEART
static int beats;

static void *first(void *unused) {
    (void)unused;
    both(&a, &b);
    return NULL;
}

static void *second(void *unused) {
    (void)unused;
#ifdef FIXED
    both(&a, &b);
#else
    both(&b, &a);
#endif
    return NULL;
}

static void *third(void *unused) {
    static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
    (void)unused;
    for (;;) {
        pthread_mutex_lock(&own);
        beats++;
        pthread_mutex_unlock(&own);
        usleep(10);
    }
    return unused;
}
#else
static pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *unused) {
    for (;;) {
        both(&a, &b);
    }
    return unused;
}

static void *second(void *unused) {
    for (;;) {
        both(&b, &c);
    }
    return unused;
}

static void *third(void *unused) {
    for (;;) {
#ifdef FIXED
        both(&a, &c);
#else
        both(&c, &a);
#endif
    }
    return unused;
}
#endif

int main(void) {
    pthread_t threads[3];
#ifdef PERMITS
    sem_init(&x, 0, 1);
    sem_init(&y, 0, 1);
#endif
#ifdef SPIN
    pthread_spin_init(&x, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_init(&y, PTHREAD_PROCESS_PRIVATE);
#endif
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
#if defined HEART || !(defined LOGGER || defined READERS || defined ACCOUNTS || defined SELDOM || defined PERMITS || defined SPIN || \
                       defined CALLBACK || defined JOINS || defined SLEEPY)
    pthread_create(&threads[2], NULL, third, NULL);
#endif
#if defined JOINS && !defined FIXED
    pthread_mutex_lock(&a);
    pthread_join(threads[0], NULL);
    pthread_mutex_unlock(&a);
#else
    pthread_join(threads[0], NULL);
#endif
    pthread_join(threads[1], NULL);
    return 0;
}
