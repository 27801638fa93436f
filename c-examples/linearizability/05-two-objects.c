// Two registers, each an object of its own: HEDDLE_OP_ON tells which one an operation is on.
//
// Each is linearizable by itself, and so are both together (Herlihy and Wing's theorem 1), although the two readers see
// the two writes in different orders of time.
// The bug (-DBROKEN): the second one is written in two halves, so that a reader may see neither the old value nor the
// new one.
//
//   heddle check 05-two-objects.c
//   heddle check -DBROKEN 05-two-objects.c
//
// heddle: verdict=clean
// heddle: verdict=bug kind=linearizability cause=no-serial-order args=-DBROKEN
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair {
    atomic_int high, low;
};

static struct pair x, y;

static void write_11(struct pair *pair) {
#ifdef BROKEN
    atomic_store(&pair->high, 1);
#endif
    atomic_store(&pair->low, 1);
}

static int read_both(struct pair *pair) {
    return 10 * atomic_load(&pair->high) + atomic_load(&pair->low);
}

static void *writer(void *unused) {
    HEDDLE_OP_VOID_ON(&x, write, write_11(&x));
    HEDDLE_OP_VOID_ON(&y, write, write_11(&y));
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    HEDDLE_OP_ON(&y, read, read_both(&y));
    HEDDLE_OP_ON(&x, read, read_both(&x));
    pthread_join(thread, NULL);
    return 0;
}
