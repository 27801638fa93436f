// Dekker's mutual exclusion of two threads, with atomics: one loop that waits inside another. Clean, and proved so.
//
//   heddle check 33-dekker.c
//
// heddle: verdict=clean executions=17
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool wants[2];
static atomic_int turn, inside;
static int numbers[2] = {0, 1};

static void *work(void *number) {
    int me = *(int *)number, other = 1 - me;
    atomic_store(&wants[me], true);
    while (atomic_load(&wants[other])) {
        if (atomic_load(&turn) != me) {
            atomic_store(&wants[me], false);
            while (atomic_load(&turn) != me) {
            }
            atomic_store(&wants[me], true);
        }
    }
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    atomic_store(&turn, other);
    atomic_store(&wants[me], false);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, work, &numbers[i]);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
