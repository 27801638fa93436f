// A spinlock, and a number that it protects.
//
// Unlocked by a relaxed store, the lock orders nothing: C11 lets the next owner read the number as it was, and an addition is
// lost. The fix: the store releases (-DFIXED).
//
//   heddle check c-examples/weak-memory/spin-lock.c
//
// heddle: verdict=bug kind=assertion cause=assertion c11=add:number
// heddle: verdict=clean c11=yes args=-DFIXED
// heddle: verdict=clean args=--model=tso
// heddle: verdict=bug kind=assertion cause=assertion args=--model=rc11
// heddle: verdict=clean executions=4 args=--model=rc11 -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=--model=pso
// heddle: verdict=clean executions=4 args=--model=pso -DFIXED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FIXED
#define UNLOCK memory_order_release
#else
#define UNLOCK memory_order_relaxed
#endif

static atomic_int lock, number;

static void *add(void *unused) {
    (void)unused;
    while (atomic_exchange_explicit(&lock, 1, memory_order_acquire)) {
    }
    int before = atomic_load_explicit(&number, memory_order_relaxed);
    atomic_store_explicit(&number, before + 1, memory_order_relaxed);
    atomic_store_explicit(&lock, 0, UNLOCK);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, add, NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    assert(atomic_load(&number) == 2);
    return 0;
}
