// A ticket lock: everyone draws a number and waits until it is served. Clean, and proved so.
//
//   heddle check 32-ticket-lock.c
//
// heddle: verdict=clean executions=4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next_ticket, serving, inside;

static void *work(void *unused) {
    int mine = atomic_fetch_add(&next_ticket, 1);
    while (atomic_load(&serving) != mine) {
    }
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    atomic_fetch_add(&serving, 1);
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
