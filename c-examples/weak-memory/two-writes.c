// Two threads write two variables, each in another order. In no interleaving does the first write of both come last.
//
// C11 allows it where the writes are released and not sequentially consistent: each thread's first write comes behind the other's second one in
// modification order. With -DADD one of the writes is an addition, which finds what was there at first. The fix (-DFIXED): sequentially
// consistent accesses.
//
//   heddle check --model=rc11 c-examples/weak-memory/two-writes.c
//
// heddle: verdict=bug kind=assertion cause=assertion args=--model=rc11
// heddle: verdict=bug kind=assertion cause=assertion args=--model=rc11 -DADD
// heddle: verdict=clean executions=3 args=--model=rc11 -DFIXED
// heddle: verdict=clean executions=3 args=--model=rc11 -DFIXED -DADD
// heddle: verdict=clean executions=4 args=--model=rc11 -DMAY
// heddle: verdict=clean args=--model=sc
// heddle: verdict=clean args=--model=tso
// heddle: verdict=clean executions=3 args=--model=pso
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FIXED
#define ORDER memory_order_seq_cst
#else
#define ORDER memory_order_release
#endif

static atomic_int left, right;

static void *from_left(void *unused) {
    atomic_store_explicit(&left, 1, ORDER);
    atomic_store_explicit(&right, 2, ORDER);
    return unused;
}

static void *from_right(void *unused) {
    atomic_store_explicit(&right, 1, ORDER);
#ifdef ADD
    atomic_fetch_add_explicit(&left, 10, ORDER);
#else
    atomic_store_explicit(&left, 2, ORDER);
#endif
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, from_left, NULL);
    pthread_create(&threads[1], NULL, from_right, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
#ifndef MAY
    assert(!(left == 1 && right == 1));
#endif
    return 0;
}
