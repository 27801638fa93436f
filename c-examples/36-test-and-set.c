// A lock made of a test-and-set: who finds it set sets it again, for ever if need be. Setting what is set changes nothing, so this loop
// is a wait as well, and the lock is proved.
// The bugs: -DFORGET leaves without clearing the flag, so that the other thread spins for good; -DBROKEN clears it too early.
//
//   heddle check 36-test-and-set.c
//   heddle check -DFORGET 36-test-and-set.c
//
// heddle: verdict=clean executions=4
// heddle: verdict=clean args=-DEXCHANGE -DTHREADS=3
// heddle: verdict=bug kind=livelock cause=spin args=-DFORGET
// heddle: verdict=bug kind=assertion cause=assertion races args=-DBROKEN
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 2
#endif

static int counter;

#ifdef EXCHANGE
static atomic_int lock;

static void acquire(void) {
    while (atomic_exchange_explicit(&lock, 1, memory_order_acquire) != 0) {
    }
}

static void release(void) {
    atomic_store_explicit(&lock, 0, memory_order_release);
}
#else
static atomic_flag lock = ATOMIC_FLAG_INIT;

static void acquire(void) {
    while (atomic_flag_test_and_set(&lock)) {
    }
}

static void release(void) {
#ifndef FORGET
    atomic_flag_clear(&lock);
#endif
}
#endif

static void *count(void *unused) {
    acquire();
#ifdef BROKEN
    release();
    counter++;
#else
    counter++;
    release();
#endif
    return unused;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, count, NULL);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    assert(counter == THREADS);
    return 0;
}
