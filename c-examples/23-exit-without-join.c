// Two threads count, and main returns without waiting for them.
//
// No bug. How far the threads have got when main returns makes no difference to any finding, so that it makes no classes either:
// there are as many as with pthread_join (-DJOIN). Nor does it make a difference who counts first. See docs/search.md.
//
//   heddle check 23-exit-without-join.c
//   heddle check --coarser=exit 23-exit-without-join.c
//   heddle check --coarser=none 23-exit-without-join.c
//
// heddle: verdict=clean executions=1
// heddle: verdict=clean executions=1 args=-DJOIN
// heddle: verdict=clean executions=20 args=--coarser=exit
// heddle: verdict=clean executions=20 args=-DJOIN --coarser=none
// heddle: verdict=clean executions=170 args=--coarser=none
// heddle: verdict=clean executions=170 args=--reduction=optimal
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { THREADS = 2, ROUNDS = 3 };

static atomic_int counter;

static void *count(void *unused) {
    for (int round = 0; round < ROUNDS; round++) {
        atomic_fetch_add(&counter, 1);
    }
    return unused;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, count, NULL);
    }
#ifdef JOIN
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
#endif
    return 0;
}
