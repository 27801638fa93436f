// A queue of those who wait, each at a place of its own (Mellor-Crummey and Scott, 1991).
//
//   heddle check --model=rc11 -DENTER=memory_order_relaxed c-examples/weak-memory/structures/mcs-lock.c
//
// weaker: wrong ENTER=acquire ENTER=release ENTER=relaxed LINK=relaxed LOOK=relaxed LEAVE=relaxed
// weaker: wrong FIND=relaxed CALL=relaxed
//
// heddle: verdict=clean executions=14 args=--model=rc11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef ENTER
#define ENTER memory_order_acq_rel
#endif
#ifndef LINK
#define LINK memory_order_release
#endif
#ifndef LOOK
#define LOOK memory_order_acquire
#endif
#ifndef LEAVE
#define LEAVE memory_order_release
#endif
#ifndef FIND
#define FIND memory_order_acquire
#endif
#ifndef CALL
#define CALL memory_order_release
#endif

struct node {
    _Atomic(struct node *) next;
    atomic_int waits;
};

static _Atomic(struct node *) tail;
static int number;

static void lock(struct node *own) {
    atomic_store_explicit(&own->next, NULL, memory_order_relaxed);
    atomic_store_explicit(&own->waits, 1, memory_order_relaxed);
    struct node *before = atomic_exchange_explicit(&tail, own, ENTER);
    if (before) {
        atomic_store_explicit(&before->next, own, LINK);
        while (atomic_load_explicit(&own->waits, LOOK)) {
        }
    }
}

static void unlock(struct node *own) {
    struct node *next = atomic_load_explicit(&own->next, FIND);
    if (!next) {
        struct node *expected = own;
        if (atomic_compare_exchange_strong_explicit(&tail, &expected, NULL, LEAVE, memory_order_relaxed)) {
            return;
        }
        while (!(next = atomic_load_explicit(&own->next, FIND))) {
        }
    }
    atomic_store_explicit(&next->waits, 0, CALL);
}

static struct node nodes[2];

static void *add(void *node) {
    lock(node);
    number++;
    unlock(node);
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
