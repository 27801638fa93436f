// Who comes first makes it, under a lock; all others see that it is there without one (double-checked locking).
//
//   heddle check --model=rc11 -DLOOK=memory_order_relaxed c-examples/weak-memory/structures/once.c
//
// weaker: wrong LOOK=relaxed SHOW=relaxed
//
// heddle: verdict=clean executions=4 args=--model=rc11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef LOOK
#define LOOK memory_order_acquire
#endif
#ifndef SHOW
#define SHOW memory_order_release
#endif

static _Atomic(int *) instance;
static int place;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *use(void *unused) {
    int *found = atomic_load_explicit(&instance, LOOK);
    if (!found) {
        pthread_mutex_lock(&lock);
        found = atomic_load_explicit(&instance, memory_order_relaxed);
        if (!found) {
            place = 42;
            found = &place;
            atomic_store_explicit(&instance, found, SHOW);
        }
        pthread_mutex_unlock(&lock);
    }
    assert(*found == 42);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, use, NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
