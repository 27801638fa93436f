// One thread waits for a variable that another sets in an atomic section, which also tries a lock and draws lots. The bug (-DBUG): the
// section sets what the waiting thread asserts only after a draw.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=assertion cause=assertion args=-DBUG
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static int value;

static void *wait_for_it(void *unused) {
    while (!ready) {
    }
    heddle_atomic_begin();
    heddle_assert(value > 0);
    heddle_atomic_end();
    return unused;
}

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, wait_for_it, NULL);
    pthread_create(&threads[1], NULL, work, NULL);
    heddle_atomic_begin();
    ready = 1;
    if (heddle_choose(2) == 1) {
        value = 1;
    }
#ifndef BUG
    value |= 2;
#endif
    if (pthread_mutex_trylock(&lock) == 0) {
        value++;
        pthread_mutex_unlock(&lock);
    }
    heddle_atomic_end();
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
