// A lock that serves threads in the order in which they came.
//
//   heddle check --model=rc11 -DLOOK=memory_order_relaxed c-examples/weak-memory/structures/ticket-lock.c
//
// weaker: wrong LOOK=relaxed CALL=relaxed
//
// heddle: verdict=clean executions=4 args=--model=rc11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef DRAW
#define DRAW memory_order_relaxed
#endif
#ifndef LOOK
#define LOOK memory_order_acquire
#endif
#ifndef CALL
#define CALL memory_order_release
#endif

static atomic_int next, serving;
static int number;

static void *add(void *unused) {
    int mine = atomic_fetch_add_explicit(&next, 1, DRAW);
    while (atomic_load_explicit(&serving, LOOK) != mine) {
    }
    number++;
    atomic_store_explicit(&serving, mine + 1, CALL);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, add, NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    assert(number == 2);
    return 0;
}
