// A reader is in a section, and who replaces what it reads waits until it has been outside (McKenney and Slingwine, 1998).
//
//   heddle check --model=rc11 -DENTER=memory_order_relaxed c-examples/weak-memory/structures/epochs.c
//
// weaker: wrong ENTER=release ENTER=relaxed READ=acquire READ=relaxed LEAVE=relaxed PUBLISH=acq_rel
// weaker: wrong PUBLISH=release PUBLISH=acquire PUBLISH=relaxed WAIT=acquire WAIT=relaxed
//
// heddle: verdict=clean executions=5 args=--model=rc11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef ENTER
#define ENTER memory_order_seq_cst
#endif
#ifndef READ
#define READ memory_order_seq_cst
#endif
#ifndef LEAVE
#define LEAVE memory_order_release
#endif
#ifndef PUBLISH
#define PUBLISH memory_order_seq_cst
#endif
#ifndef WAIT
#define WAIT memory_order_seq_cst
#endif

static _Atomic(int *) current;
static atomic_int inside;

static void *use(void *unused) {
    atomic_store_explicit(&inside, 1, ENTER);
    int *mine = atomic_load_explicit(&current, READ);
    assert(*mine > 0);
    atomic_store_explicit(&inside, 0, LEAVE);
    return unused;
}

static void *replace(void *unused) {
    int *fresh = malloc(sizeof *fresh);
    *fresh = 2;
    int *old = atomic_exchange_explicit(&current, fresh, PUBLISH);
    while (atomic_load_explicit(&inside, WAIT)) {
    }
    free(old);
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
