// Treiber's stack (1986): a list whose head is exchanged by compare-and-swap.
//
// The bug: pop() looks at the head once, and tries to exchange it again and again. Where another thread has popped
// the same node meanwhile, the exchange fails; then it succeeds by taking the next node off, but still returns the
// value of the first one. So a value is popped twice, and another one is lost.
// The fix (-DFIXED): look at the head again before each try.
//
//   heddle check 02-stack.c
//   heddle check -DFIXED 02-stack.c
//
// heddle: verdict=bug kind=linearizability cause=no-serial-order
// heddle: verdict=clean args=-DFIXED
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

static _Atomic(struct node *) head;
static struct node nodes[3] = {{.value = 1}, {.value = 2}, {.value = 3}};

static void push(struct node *node) {
    node->next = atomic_load(&head);
    while (!atomic_compare_exchange_weak(&head, &node->next, node)) {
    }
}

static int pop(void) {
    struct node *first = atomic_load(&head);
    struct node *seen = first;
    while (seen && !atomic_compare_exchange_weak(&head, &seen, seen->next)) {
#ifdef FIXED
        first = seen;
#endif
    }
#ifdef FIXED
    first = seen;
#endif
    return first ? first->value : 0;
}

static void *pop_one(void *unused) {
    HEDDLE_OP(pop, pop());
    return unused;
}

static void *push_and_pop(void *unused) {
    HEDDLE_OP_VOID(push 3, push(&nodes[2]));
    HEDDLE_OP(pop, pop());
    return unused;
}

int main(void) {
    push(&nodes[0]);
    push(&nodes[1]);
    pthread_t one, other;
    pthread_create(&one, NULL, pop_one, NULL);
    pthread_create(&other, NULL, push_and_pop, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
