// The reader has read before the variable is left, but a relaxed flag orders nothing.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int has_read;
static int seen;

static void *read_it(void *number) {
    seen = *(int *)number;
    atomic_store_explicit(&has_read, 1, memory_order_relaxed);
    return NULL;
}

static pthread_t start(void) {
    pthread_t thread;
    int number = 7;
    pthread_create(&thread, NULL, read_it, &number);
    while (!atomic_load_explicit(&has_read, memory_order_relaxed)) {
        sched_yield();
    }
    return thread;
}

int main(void) {
    pthread_join(start(), NULL);
    return 0;
}
