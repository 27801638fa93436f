// N threads count up a shared integer K times, each time with a read and a write. -DASSERT: nothing may be lost, which is
// wrong. -DMTX, -DPLAIN: see shared_int.h.
//
//   heddle check -DN=2 -DK=3 counter.c
//
// heddle: verdict=clean executions=391 args=-DMTX -DN=2 -DK=3
// heddle: verdict=clean executions=924 args=--coarser=none -DMTX -DN=2 -DK=3
// heddle: verdict=clean executions=34904 slow args=--coarser=none --bound none -DN=2 -DK=5
// heddle: verdict=bug kind=assertion cause=assertion args=-DASSERT -DN=2 -DK=5
// heddle: verdict=bug kind=assertion cause=assertion args=-DASSERT -DMTX -DN=3 -DK=2
// heddle: verdict=bug kind=assertion cause=assertion races args=-DASSERT -DPLAIN --points=all
// heddle: verdict=bug kind=assertion cause=assertion races args=-DASSERT -DPLAIN
#include <assert.h>
#include <pthread.h>

#include "shared_int.h"

#ifndef N
#define N 2
#endif
#ifndef K
#define K 5
#endif

static struct shared_int counter;

static void *count(void *unused) {
    for (int i = 0; i < K; i++) {
        int seen = shared_read(&counter);
        shared_write(&counter, seen + 1);
    }
    return unused;
}

int main(void) {
    pthread_t threads[N];
    shared_init(&counter);
    for (int i = 0; i < N; i++) {
        pthread_create(&threads[i], NULL, count, NULL);
    }
    for (int i = 0; i < N; i++) {
        pthread_join(threads[i], NULL);
    }
#ifdef ASSERT
    assert(shared_read(&counter) == N * K);
#endif
    return 0;
}
