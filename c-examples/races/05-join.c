// The result is read before the thread that makes it has been joined.
// The fix (-DFIXED): afterwards.
//
//   heddle check races/05-join.c
//   heddle check -DFIXED races/05-join.c
//
// heddle: verdict=bug kind=data-race cause=read-write
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>

static long result;

static void *compute(void *unused) {
    (void)unused;
    result = 42;
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, compute, NULL);
#ifdef FIXED
    pthread_join(thread, NULL);
    long seen = result;
#else
    long seen = result;
    pthread_join(thread, NULL);
#endif
    return seen > 42;
}
