// A lock that is tried only when it looks free.
//
//   heddle check --model=rc11 -DTAKE=memory_order_relaxed c-examples/weak-memory/structures/test-and-test-and-set.c
//
// weaker: wrong TAKE=relaxed GIVE=relaxed
//
// heddle: verdict=clean executions=10 args=--model=rc11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef LOOK
#define LOOK memory_order_relaxed
#endif
#ifndef TAKE
#define TAKE memory_order_acquire
#endif
#ifndef GIVE
#define GIVE memory_order_release
#endif

static atomic_int lock;
static int number;

static void *add(void *unused) {
    for (;;) {
        while (atomic_load_explicit(&lock, LOOK)) {
        }
        if (!atomic_exchange_explicit(&lock, 1, TAKE)) {
            break;
        }
    }
    number++;
    atomic_store_explicit(&lock, 0, GIVE);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, add, NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    assert(number == 2);
    return 0;
}
