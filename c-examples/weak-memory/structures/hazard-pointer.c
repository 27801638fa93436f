// A reader says what it reads, and looks again; who replaces it frees it only where nobody says so (Michael, 2004).
//
//   heddle check --model=rc11 -DSAY=memory_order_relaxed c-examples/weak-memory/structures/hazard-pointer.c
//
// weaker: wrong SAY=release SAY=relaxed AGAIN=acquire AGAIN=relaxed PUBLISH=acq_rel PUBLISH=release
// weaker: wrong PUBLISH=acquire PUBLISH=relaxed SCAN=acquire SCAN=relaxed DONE=relaxed
//
// heddle: verdict=clean executions=8 args=--model=rc11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef SAY
#define SAY memory_order_seq_cst
#endif
#ifndef AGAIN
#define AGAIN memory_order_seq_cst
#endif
#ifndef PUBLISH
#define PUBLISH memory_order_seq_cst
#endif
#ifndef SCAN
#define SCAN memory_order_seq_cst
#endif
#ifndef DONE
#define DONE memory_order_release
#endif

static _Atomic(int *) current, hazard;

static void *use(void *unused) {
    int *mine = atomic_load_explicit(&current, memory_order_acquire);
    atomic_store_explicit(&hazard, mine, SAY);
    if (atomic_load_explicit(&current, AGAIN) == mine) {
        assert(*mine > 0);
    }
    atomic_store_explicit(&hazard, NULL, DONE);
    return unused;
}

static void *replace(void *unused) {
    int *fresh = malloc(sizeof *fresh);
    *fresh = 2;
    int *old = atomic_exchange_explicit(&current, fresh, PUBLISH);
    if (atomic_load_explicit(&hazard, SCAN) != old) {
        free(old);
    }
    return unused;
}

int main(void) {
    int *first = malloc(sizeof *first);
    *first = 1;
    atomic_store_explicit(&current, first, memory_order_relaxed);
    pthread_t reader, writer;
    pthread_create(&reader, NULL, use, NULL);
    pthread_create(&writer, NULL, replace, NULL);
    pthread_join(reader, NULL);
    pthread_join(writer, NULL);
    return 0;
}
