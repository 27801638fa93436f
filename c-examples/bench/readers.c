// One writer and N readers of one variable. -DMTX: each access in a critical section, which makes the readers depend on
// each other: (N + 1)! orders instead of 2 to the N.
//
//   heddle check -DN=7 readers.c
//
// heddle: verdict=clean executions=32 args=-DN=5
// heddle: verdict=clean executions=128 args=-DN=7
// heddle: verdict=clean executions=512 args=-DN=9
// heddle: verdict=clean executions=120 args=--coarser=none -DMTX -DN=4
// heddle: verdict=clean executions=720 args=--coarser=none -DMTX -DN=5
// heddle: verdict=clean executions=95 args=-DMTX -DN=5
#include <pthread.h>

#include "shared_int.h"

#ifndef N
#define N 5
#endif

static struct shared_int variable;
static int seen[N];

static void *read_it(void *into) {
    *(int *)into = shared_read(&variable);
    return NULL;
}

static void *write_it(void *unused) {
    shared_write(&variable, 1);
    return unused;
}

int main(void) {
    pthread_t writer, readers[N];
    shared_init(&variable);
    pthread_create(&writer, NULL, write_it, NULL);
    for (int i = 0; i < N; i++) {
        pthread_create(&readers[i], NULL, read_it, &seen[i]);
    }
    for (int i = 0; i < N; i++) {
        pthread_join(readers[i], NULL);
    }
    pthread_join(writer, NULL);
    return 0;
}
