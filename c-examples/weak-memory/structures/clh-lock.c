// A queue of those who wait, each at the place of the one before (Craig, Landin and Hagersten).
//
//   heddle check --model=rc11 -DENTER=memory_order_relaxed c-examples/weak-memory/structures/clh-lock.c
//
// weaker: wrong ENTER=acquire ENTER=release ENTER=relaxed LOOK=relaxed LEAVE=relaxed
//
// heddle: verdict=clean executions=4 args=--model=rc11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef ENTER
#define ENTER memory_order_acq_rel
#endif
#ifndef LOOK
#define LOOK memory_order_acquire
#endif
#ifndef LEAVE
#define LEAVE memory_order_release
#endif

struct node {
    atomic_int waits;
};

static struct node nodes[3];
static _Atomic(struct node *) tail = &nodes[2];
static int number;

static void *add(void *node) {
    struct node *own = node;
    atomic_store_explicit(&own->waits, 1, memory_order_relaxed);
    struct node *before = atomic_exchange_explicit(&tail, own, ENTER);
    while (atomic_load_explicit(&before->waits, LOOK)) {
    }
    number++;
    atomic_store_explicit(&own->waits, 0, LEAVE);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, add, &nodes[i]);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    assert(number == 2);
    return 0;
}
