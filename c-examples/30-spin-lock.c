// A lock made of a compare-and-swap: who does not get it tries again, for ever if need be. No loop is unrolled: a thread that
// would only repeat itself waits until the lock's value changes. Clean, and proved so.
// The bug (-DBROKEN): the lock is looked at first and taken afterwards, so two threads may take it at once.
//
//   heddle check 30-spin-lock.c
//   heddle check -DBROKEN 30-spin-lock.c
//
// heddle: verdict=clean executions=4
// heddle: verdict=clean executions=6 args=-DPOLITE
// heddle: verdict=clean executions=4 args=-DCOUNTED
// heddle: verdict=bug kind=assertion cause=assertion args=-DBROKEN
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int lock, inside;

static void acquire(void) {
#ifdef BROKEN
    while (atomic_load(&lock) != 0) {
    }
    atomic_store(&lock, 1);
#elif defined(COUNTED)
    for (;;) {
        for (int tries = 0; tries < 100; tries++) {
            int unlocked = 0;
            if (atomic_compare_exchange_strong(&lock, &unlocked, 1)) {
                return;
            }
        }
        sched_yield();
    }
#else
    int unlocked = 0;
    while (!atomic_compare_exchange_strong(&lock, &unlocked, 1)) {
        unlocked = 0;
#ifdef POLITE
        sched_yield();
#endif
    }
#endif
}

static void *work(void *unused) {
    acquire();
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    atomic_store(&lock, 0);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, work, NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
