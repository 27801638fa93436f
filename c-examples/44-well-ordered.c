// Every way to hand plain memory from one thread to another: create and join, a mutex with a condition variable, a semaphore,
// a barrier, a read-write lock, once, a spinlock, and atomics. No race anywhere.
//
// With -DSIGNAL_ONLY the condition variable is signalled, but the mutex is not taken for the change: a race.
//
//   heddle check 44-well-ordered.c
//   heddle check -DSIGNAL_ONLY 44-well-ordered.c
//
// heddle: verdict=clean
// heddle: verdict=bug races args=-DSIGNAL_ONLY
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static int by_create, by_join, by_condition, by_semaphore, by_barrier[2], by_rwlock, by_once, by_spinlock, by_atomic;
static int ready;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static pthread_barrier_t barrier;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_spinlock_t spinlock;
static atomic_int counter;

static void initialise(void) { by_once = 1; }

static void add_to_both(void) {
    pthread_spin_lock(&spinlock);
    by_spinlock++;
    pthread_spin_unlock(&spinlock);
    pthread_rwlock_wrlock(&rwlock);
    by_rwlock++;
    pthread_rwlock_unlock(&rwlock);
}

static void *work(void *unused) {
    (void)unused;
    by_join = by_create + 1;
    by_semaphore = 1;
    sem_post(&semaphore);
    by_barrier[0] = 1;
    pthread_barrier_wait(&barrier);
    by_join += by_barrier[1];
    add_to_both();
    pthread_once(&once, initialise);
    by_atomic += atomic_fetch_add_explicit(&counter, 1, memory_order_acq_rel) == 1;
#ifdef SIGNAL_ONLY
    ready = 1;
    pthread_cond_signal(&condition);
#else
    pthread_mutex_lock(&mutex);
    by_condition = by_once;
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
#endif
    return NULL;
}

int main(void) {
    pthread_t thread;
    sem_init(&semaphore, 0, 0);
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_spin_init(&spinlock, PTHREAD_PROCESS_PRIVATE);
    by_create = 1;
    pthread_create(&thread, NULL, work, NULL);
    sem_wait(&semaphore);
    by_semaphore++;
    by_barrier[1] = 1;
    pthread_barrier_wait(&barrier);
    int sum = by_barrier[0];
    add_to_both();
    pthread_rwlock_rdlock(&rwlock);
    sum += by_rwlock;
    pthread_rwlock_unlock(&rwlock);
    pthread_mutex_lock(&mutex);
#ifdef SIGNAL_ONLY
    if (!ready) {
        ready = 2;
    }
#else
    while (!ready) {
        pthread_cond_wait(&condition, &mutex);
    }
#endif
    sum += by_condition;
    pthread_mutex_unlock(&mutex);
    pthread_once(&once, initialise);
    sum += by_once;
    pthread_join(thread, NULL);
    return by_join + by_spinlock + sum + by_atomic == 0;
}
