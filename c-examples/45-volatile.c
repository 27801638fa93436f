// A thread waits for another one by a plain variable.
//
// The bug: `volatile` is no synchronisation. The flag itself is raced for, and so is what it is to protect.
// The fix (-DFIXED): an atomic.
//
//   heddle check 45-volatile.c
//   heddle check -DFIXED 45-volatile.c
//
// heddle: verdict=bug races=2
// heddle: verdict=clean args=-DFIXED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FIXED
static atomic_int done;
#else
static volatile int done;
#endif
static int result;

static void *compute(void *unused) {
    (void)unused;
    result = 6 * 7;
    done = 1;
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, compute, NULL);
    while (!done) {
    }
    assert(result == 42);
    pthread_join(thread, NULL);
    return 0;
}
