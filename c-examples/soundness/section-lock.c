// A lock as verification tasks write it: an atomic function that assumes that the lock is free, and takes it. The bug (-DBUG): whether it
// is free is looked at in one step, and it is taken in the next.
//
// heddle: verdict=clean executions=52
// heddle: verdict=bug kind=assertion cause=assertion races=1 args=-DBUG
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int locked, inside;

static void __VERIFIER_atomic_look(void) {
    __VERIFIER_assume(!locked);
#ifdef BUG
}
static void __VERIFIER_atomic_take(void) {
#endif
    locked = 1;
}

static void __VERIFIER_atomic_release(void) {
    locked = 0;
}

static void *work(void *unused) {
    __VERIFIER_atomic_look();
#ifdef BUG
    __VERIFIER_atomic_take();
#endif
    if (++inside != 1) {
        reach_error();
    }
    --inside;
    __VERIFIER_atomic_release();
    return unused;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, work, NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
