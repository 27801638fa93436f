// A queue of nodes that are linked (Michael and Scott, 1996). Nodes are not used again.
//
//   heddle check --model=rc11 -DNEXT=memory_order_relaxed c-examples/weak-memory/structures/michael-scott-queue.c
//
// weaker: wrong NEXT=relaxed LINK=relaxed
// weaker: right TAIL=relaxed SWING=relaxed HEAD=relaxed TAKE=relaxed
//
// heddle: verdict=clean executions=32 args=--model=rc11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef TAIL
#define TAIL memory_order_acquire
#endif
#ifndef NEXT
#define NEXT memory_order_acquire
#endif
#ifndef LINK
#define LINK memory_order_release
#endif
#ifndef SWING
#define SWING memory_order_release
#endif
#ifndef HEAD
#define HEAD memory_order_acquire
#endif
#ifndef TAKE
#define TAKE memory_order_release
#endif

struct node {
    _Atomic(struct node *) next;
    int value;
};

static struct node nodes[3];
static _Atomic(struct node *) head = &nodes[2], tail = &nodes[2];

static void put(struct node *node) {
    for (;;) {
        struct node *last = atomic_load_explicit(&tail, TAIL);
        struct node *next = atomic_load_explicit(&last->next, NEXT);
        if (next) {
            atomic_compare_exchange_strong_explicit(&tail, &last, next, SWING, memory_order_relaxed);
        } else if (atomic_compare_exchange_strong_explicit(&last->next, &next, node, LINK, memory_order_relaxed)) {
            atomic_compare_exchange_strong_explicit(&tail, &last, node, SWING, memory_order_relaxed);
            return;
        }
    }
}

static int take(void) {
    for (;;) {
        struct node *first = atomic_load_explicit(&head, HEAD);
        struct node *next = atomic_load_explicit(&first->next, NEXT);
        if (!next) {
            return 0;
        }
        int value = next->value;
        if (atomic_compare_exchange_strong_explicit(&head, &first, next, TAKE, memory_order_relaxed)) {
            return value;
        }
    }
}

static void *produce(void *node) {
    ((struct node *)node)->value = 42;
    put(node);
    return NULL;
}

static void *consume(void *unused) {
    int value = take();
    assert(value == 0 || value == 42);
    return unused;
}

int main(void) {
    pthread_t producers[2], consumer;
    for (int i = 0; i < 2; i++) {
        pthread_create(&producers[i], NULL, produce, &nodes[i]);
    }
    pthread_create(&consumer, NULL, consume, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_join(producers[i], NULL);
    }
    pthread_join(consumer, NULL);
    int sum = take() + take();
    assert(sum == 84 || sum == 42);
    return 0;
}
