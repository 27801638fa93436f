// A thread puts a new block in the place of an old one, says that the old one is gone, and frees it. Another thread that has heard of it
// takes the pointer.
//
// In no interleaving does it get the old one. With a relaxed message C11 lets it find the old pointer, and use the block after free. The
// fix: the message is released and acquired (-DFIXED).
//
//   heddle check c-examples/weak-memory/old-pointer.c
//
// heddle: verdict=bug kind=use-after-free cause=use-after-free races=1 executions=2 c11=use:shared
// heddle: verdict=clean executions=2 c11=yes args=-DFIXED
// heddle: verdict=bug kind=use-after-free cause=use-after-free races=1 args=--model=rc11
// heddle: verdict=clean executions=2 args=--model=rc11 -DFIXED
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef FIXED
#define SAY memory_order_release
#define ASK memory_order_acquire
#else
#define SAY memory_order_relaxed
#define ASK memory_order_relaxed
#endif

static _Atomic(int *) shared;
static atomic_int gone;

static void *replace(void *unused) {
    int *old = atomic_load_explicit(&shared, memory_order_relaxed);
    int *new = malloc(sizeof *new);
    *new = 2;
    atomic_store_explicit(&shared, new, memory_order_release);
    atomic_store_explicit(&gone, 1, SAY);
    free(old);
    return unused;
}

static void *use(void *sum) {
    if (atomic_load_explicit(&gone, ASK)) {
        *(int *)sum += *atomic_load_explicit(&shared, memory_order_acquire);
    }
    return NULL;
}

int main(void) {
    pthread_t replacing, using;
    int sum = 0;
    int *first = malloc(sizeof *first);
    *first = 1;
    atomic_store_explicit(&shared, first, memory_order_relaxed);
    pthread_create(&replacing, NULL, replace, NULL);
    pthread_create(&using, NULL, use, &sum);
    pthread_join(replacing, NULL);
    pthread_join(using, NULL);
    free(atomic_load_explicit(&shared, memory_order_relaxed));
    return 0;
}
