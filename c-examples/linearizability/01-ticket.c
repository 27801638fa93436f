// Each caller gets a number of its own: 0, 1, 2, …
//
// The bug: the number is read by one atomic access and stored by another, so two callers may get the same one. Each
// access is atomic, so this is no data race. No assertion is needed either: called one at a time, in either order,
// next() never gives a number twice, and that is what Heddle compares with.
// The fix (-DFIXED): one atomic addition.
//
//   heddle check 01-ticket.c
//   heddle check -DFIXED 01-ticket.c
//
// heddle: verdict=bug kind=linearizability cause=no-serial-order
// heddle: verdict=clean args=-DFIXED
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static int next(void) {
#ifdef FIXED
    return atomic_fetch_add(&count, 1);
#else
    int number = atomic_load(&count);
    atomic_store(&count, number + 1);
    return number;
#endif
}

static void *take(void *unused) {
    HEDDLE_OP(next, next());
    return unused;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, take, NULL);
    take(NULL);
    pthread_join(other, NULL);
    return 0;
}
