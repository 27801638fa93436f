// A stack of nodes that are linked (Treiber, 1986). One thread pushes what it has filled in, another one pops it.
//
//   heddle check --model=rc11 -DPUSH=memory_order_relaxed c-examples/weak-memory/structures/treiber-stack.c
//
// weaker: wrong PUSH=relaxed LOOK=relaxed
//
// heddle: verdict=clean executions=41 args=--model=rc11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef PUSH
#define PUSH memory_order_release
#endif
#ifndef LOOK
#define LOOK memory_order_acquire
#endif
#ifndef POP
#define POP memory_order_relaxed
#endif

struct node {
    struct node *next;
    int value;
};

static _Atomic(struct node *) top;
static struct node nodes[2];

static void push(struct node *node) {
    struct node *old = atomic_load_explicit(&top, memory_order_relaxed);
    do {
        node->next = old;
    } while (!atomic_compare_exchange_strong_explicit(&top, &old, node, PUSH, memory_order_relaxed));
}

static struct node *pop(void) {
    struct node *old = atomic_load_explicit(&top, LOOK);
    while (old && !atomic_compare_exchange_strong_explicit(&top, &old, old->next, POP, LOOK)) {
    }
    return old;
}

static void *produce(void *unused) {
    for (int i = 0; i < 2; i++) {
        nodes[i].value = 42;
        push(&nodes[i]);
    }
    return unused;
}

static void *consume(void *unused) {
    struct node *node = pop();
    if (node) {
        assert(node->value == 42);
    }
    return unused;
}

int main(void) {
    pthread_t producer, consumers[2];
    pthread_create(&producer, NULL, produce, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_create(&consumers[i], NULL, consume, NULL);
    }
    pthread_join(producer, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_join(consumers[i], NULL);
    }
    return 0;
}
