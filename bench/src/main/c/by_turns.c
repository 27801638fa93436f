// Two threads add to two numbers by turns, K times each: much may be read, most of it under RC11 alone (after fib_bench of SV-COMP's
// programs).
#include <pthread.h>
#include <stdatomic.h>

#ifndef K
#define K 4
#endif

static atomic_int left = 1, right = 1;

static void add(atomic_int *to, atomic_int *from) {
    for (int i = 0; i < K; i++) {
        int sum = atomic_load_explicit(to, memory_order_relaxed) + atomic_load_explicit(from, memory_order_relaxed);
        atomic_store_explicit(to, sum, memory_order_relaxed);
    }
}

static void *add_left(void *unused) {
    add(&left, &right);
    return unused;
}

static void *add_right(void *unused) {
    add(&right, &left);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, add_left, NULL);
    pthread_create(&threads[1], NULL, add_right, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
