// Two threads take a spin lock that they find by a chain of pointers, which each round of the loop reads. The pointers do not change, so the
// loop is a wait for the lock, wherever they lie.
// The bug: -DNEVER does not give the lock back, so the other thread waits for ever: a livelock.
//
//   heddle check wait-by-chain.c
//   heddle check -DNEVER wait-by-chain.c
//
// heddle: verdict=clean executions=6
// heddle: verdict=bug kind=livelock cause=spin args=-DNEVER
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct lock {
    atomic_int *taken;
};
struct table {
    struct lock *lock;
    int number;
};

static struct table *table;
static atomic_int taken;

static void *work(void *unused) {
    while (atomic_exchange(table->lock->taken, 1)) {
    }
    table->number++;
#ifndef NEVER
    atomic_store(table->lock->taken, 0);
#endif
    return unused;
}

int main(void) {
    pthread_t threads[2];
    struct lock *lock = malloc(sizeof *lock);
    lock->taken = &taken;
    table = calloc(1, sizeof *table);
    table->lock = lock;
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, work, NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    int number = table->number;
    free(lock);
    free(table);
    return number != 2;
}
