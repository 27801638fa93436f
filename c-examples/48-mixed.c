// A counter that is counted atomically, and read as if it were not.
//
// The bug: an atomic access orders nothing against a plain one. The two race.
// The fix (-DFIXED): read it atomically.
//
//   heddle check 48-mixed.c
//   heddle check -DFIXED 48-mixed.c
//
// heddle: verdict=bug kind=data-race cause=atomic-and-plain
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>

static int counter;

static void *count(void *unused) {
    (void)unused;
    __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, count, NULL);
#ifdef FIXED
    int seen = __atomic_load_n(&counter, __ATOMIC_SEQ_CST);
#else
    int seen = counter;
#endif
    pthread_join(thread, NULL);
    return seen > 1;
}
