// Two threads count the same thing.
//
// The bug: the counter is atomic, but counting is not: it is a load and a store. When both threads load before either
// stores, one count is lost. An atomic variable alone makes no atomic step.
// The fix (-DFIXED): one read-modify-write.
//
// Two threads, each with a load and a store: of the six orders, those that differ in more than the order of the two
// loads or in nothing that matters leave four. In the fixed program nobody looks at the counter in between, so that one order is like
// the other.
//
//   heddle check 06-lost-update.c
//   heddle check -DFIXED 06-lost-update.c
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=bug kind=assertion cause=assertion executions=4 args=--keep-going
// heddle: verdict=clean executions=1 args=-DFIXED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *count(void *unused) {
#ifdef FIXED
    atomic_fetch_add(&counter, 1);
#else
    int seen = atomic_load(&counter);
    atomic_store(&counter, seen + 1);
#endif
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, count, NULL);
    pthread_create(&threads[1], NULL, count, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(counter == 2);
    return 0;
}
