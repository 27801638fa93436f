// A node is published through a pointer.
// The bug: the pointer is read with a relaxed load.
// The fix (-DFIXED): memory_order_consume, which compilers and Heddle take for acquire.
//
//   heddle check races/09-consume.c
//   heddle check -DFIXED races/09-consume.c
//
// heddle: verdict=bug kind=data-race cause=read-write
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <stdatomic.h>

struct node {
    int value;
};

static struct node only;
static struct node *_Atomic head;

#ifdef FIXED
#define LOOK memory_order_consume
#else
#define LOOK memory_order_relaxed
#endif

static void *look(void *unused) {
    const struct node *seen = atomic_load_explicit(&head, LOOK);
    return seen && seen->value != 3 ? unused : NULL;
}

int main(void) {
    pthread_t reader;
    pthread_create(&reader, NULL, look, NULL);
    only.value = 3;
    atomic_store_explicit(&head, &only, memory_order_release);
    pthread_join(reader, NULL);
    return 0;
}
