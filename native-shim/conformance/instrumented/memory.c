/* Accesses of memory, plain and atomic; `heddle cc` compiles it. */
#include "../conformance.h"

#include <stdatomic.h>

static atomic_int turn, sum;
static int plain;

static void *waits(void *unused) {
    while (atomic_load(&turn) == 0) {
        sched_yield();
    }
    SHOW(plain);
    plain = 2;
    atomic_thread_fence(memory_order_seq_cst);
    int expected = 1;
    SHOW(atomic_compare_exchange_strong(&turn, &expected, 2));
    SHOW(atomic_compare_exchange_strong(&turn, &expected, 3));
    SHOW(expected);
    return unused;
}

static void *adds(void *unused) {
    for (int i = 0; i < 2; i++) {
        atomic_fetch_add(&sum, 1);
    }
    return unused;
}

int main(void) {
    pthread_t threads[3];
    plain = 1;
    pthread_create(&threads[0], NULL, waits, NULL);
    pthread_create(&threads[1], NULL, adds, NULL);
    pthread_create(&threads[2], NULL, adds, NULL);
    atomic_store(&turn, 1);
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    SHOW(plain);
    SHOW(atomic_load(&turn));
    SHOW(atomic_load(&sum));
    return 0;
}
