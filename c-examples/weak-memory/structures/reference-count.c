// Who takes the last reference frees what all have used.
//
//   heddle check --model=rc11 -DDROP=memory_order_relaxed c-examples/weak-memory/structures/reference-count.c
//
// weaker: wrong DROP=relaxed LAST=relaxed
//
// heddle: verdict=clean executions=2 args=--model=rc11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef DROP
#define DROP memory_order_release
#endif
#ifndef LAST
#define LAST memory_order_acquire
#endif

struct shared {
    atomic_int references;
    int uses[2];
};

static struct shared *shared;

static void drop(void) {
    if (atomic_fetch_sub_explicit(&shared->references, 1, DROP) == 1) {
        atomic_thread_fence(LAST);
        assert(shared->uses[0] + shared->uses[1] == 2);
        free(shared);
    }
}

static void *use(void *place) {
    *(int *)place = 1;
    drop();
    return NULL;
}

int main(void) {
    shared = malloc(sizeof *shared);
    atomic_store_explicit(&shared->references, 2, memory_order_relaxed);
    shared->uses[0] = shared->uses[1] = 0;
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, use, &shared->uses[i]);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
