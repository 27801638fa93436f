/* In one interleaving fails, in another calls what Heddle does not model, on line 21. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int turn;

static void *take(void *number) {
    atomic_store(&turn, (int)(ptrdiff_t)number);
    return number;
}

int main(void) {
    pthread_t threads[2];
    static char stack[4096];
    for (ptrdiff_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, take, (void *)(i + 1));
    int seen = atomic_load(&turn);
    if (seen == 2) clone((int (*)(void *))0, stack + sizeof stack, 0, NULL);
    assert(seen != 1);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
