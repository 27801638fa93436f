// A thread's orders are written when it has been created.
// The fix (-DFIXED): before.
//
//   heddle check races/06-create.c
//   heddle check -DFIXED races/06-create.c
//
// heddle: verdict=bug kind=data-race cause=read-write
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>

static struct {
    int first, last;
} range;

static void *count(void *unused) {
    return range.last > range.first ? unused : NULL;
}

int main(void) {
    pthread_t thread;
#ifdef FIXED
    range.last = 10;
    pthread_create(&thread, NULL, count, NULL);
#else
    pthread_create(&thread, NULL, count, NULL);
    range.last = 10;
#endif
    pthread_join(thread, NULL);
    return 0;
}
