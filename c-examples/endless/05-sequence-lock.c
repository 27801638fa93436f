// A sequence lock: the writer makes the number odd, writes, and makes it even again, for ever. The reader tries again when the number has
// changed. The bug: it does not look whether the number was odd to begin with, so that it may see half of what is written.
// The fix (-DFIXED): it does.
//
//   heddle check 05-sequence-lock.c
//   heddle check -DFIXED -t 10s 05-sequence-lock.c
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=inconclusive args=-DFIXED -i 200
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint number;
static atomic_int left, right;

static void *write_pairs(void *unused) {
    for (int value = 1;; value++) {
        atomic_fetch_add(&number, 1);
        atomic_store(&left, value);
        atomic_store(&right, value);
        atomic_fetch_add(&number, 1);
    }
    return unused;
}

int main(void) {
    pthread_t writer;
    pthread_create(&writer, NULL, write_pairs, NULL);
    unsigned before;
    int l, r;
    do {
        before = atomic_load(&number);
#ifdef FIXED
        if (before & 1) {
            l = r = 0;
            before--; /* once more */
            continue;
        }
#endif
        l = atomic_load(&left);
        r = atomic_load(&right);
    } while (atomic_load(&number) != before);
    assert(l == r);
    return 0;
}
