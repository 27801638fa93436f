// A table is filled by whoever comes first, told by a flag of its own.
// The fix (-DFIXED): pthread_once.
//
//   heddle check races/07-once.c
//   heddle check -DFIXED races/07-once.c
//
// heddle: verdict=bug kind=data-race cause=read-write
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int ready;

static void fill(void) { ready = 1; }

static void *use(void *unused) {
#ifdef FIXED
    pthread_once(&once, fill);
#else
    (void)once;
    if (!ready) {
        fill();
    }
#endif
    return ready ? unused : NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, use, NULL);
    use(NULL);
    pthread_join(thread, NULL);
    return 0;
}
