// Two threads store, two others read both variables, in opposite orders. In no interleaving do they disagree about which store
// came first.
//
// C11 allows that they do where stores release and loads acquire: nothing orders stores of different threads to different
// variables. The fix: sequentially consistent accesses (-DFIXED).
//
//   heddle check c-examples/weak-memory/independent-reads.c
//
// heddle: verdict=bug kind=assertion cause=assertion executions=15 c11=read_both:places
// heddle: verdict=clean executions=15 c11=yes args=-DFIXED
// heddle: verdict=clean executions=15 args=--model=tso
// heddle: verdict=bug kind=assertion cause=assertion args=--model=rc11
// heddle: verdict=clean executions=15 args=--model=rc11 -DFIXED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FIXED
#define STORE memory_order_seq_cst
#define LOAD memory_order_seq_cst
#else
#define STORE memory_order_release
#define LOAD memory_order_acquire
#endif

static atomic_int places[2];
static int only_first[2], numbers[2] = {0, 1};

static void *store_one(void *number) {
    atomic_store_explicit(&places[*(int *)number], 1, STORE);
    return NULL;
}

static void *read_both(void *number) {
    int me = *(int *)number;
    int first = atomic_load_explicit(&places[me], LOAD);
    int second = atomic_load_explicit(&places[1 - me], LOAD);
    only_first[me] = first && !second;
    return NULL;
}

int main(void) {
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) {
        pthread_create(&threads[i], NULL, i < 2 ? store_one : read_both, &numbers[i % 2]);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
    }
    assert(!only_first[0] || !only_first[1]);
    return 0;
}
