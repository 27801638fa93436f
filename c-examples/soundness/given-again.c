// The address of a freed block comes again: who compares addresses takes the new block for the old one (the ABA problem).
//
//   (nothing)    main remembers a node by its address, and another thread puts a new one in its place
//   -DSWAP       the same by a compare-and-swap
//   -DORDER      two nodes are freed and two are allocated: the second new one has the address of the first one freed
//   -DNUMBER     the address is kept as a number in memory
// The fix (-DFIXED): a number that changes with each node.
//
//   heddle check c-examples/soundness/given-again.c
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=clean args=-DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=-DSWAP
// heddle: verdict=clean args=-DSWAP -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=-DORDER
// heddle: verdict=clean args=-DORDER -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=-DNUMBER
// heddle: verdict=clean args=-DNUMBER -DFIXED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    int value;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct node *) slot;
static struct node *other;
static uintptr_t remembered;
static int generation; // of what is in the slot

static struct node *new_node(int value) {
    struct node *node = malloc(sizeof *node);
    if (node) {
        node->value = value;
    }
    return node;
}

static void *replace(void *unused) {
    pthread_mutex_lock(&mutex);
    free(slot);
#ifdef ORDER
    free(other);
    other = new_node(3);
#endif
    slot = new_node(2);
    generation++;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    slot = new_node(1);
    other = new_node(1);
    pthread_create(&thread, NULL, replace, NULL);

    pthread_mutex_lock(&mutex);
    struct node *seen = slot;
    int seen_generation = generation;
    remembered = (uintptr_t)seen;
    pthread_mutex_unlock(&mutex);

    pthread_mutex_lock(&mutex);
#ifdef FIXED
    int is_same = generation == seen_generation;
#elif defined SWAP
    int is_same = atomic_compare_exchange_strong(&slot, &seen, seen);
#elif defined NUMBER
    int is_same = (uintptr_t)slot == remembered;
#else
    int is_same = slot == seen;
#endif
    assert(!is_same || generation == seen_generation);
    pthread_mutex_unlock(&mutex);

    pthread_join(thread, NULL);
    free(slot);
    free(other);
    return 0;
}
