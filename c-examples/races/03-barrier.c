// Each of two threads writes its half and reads the other one's, before the barrier that is meant to come between.
// The fix (-DFIXED): after it.
//
//   heddle check races/03-barrier.c
//   heddle check -DFIXED races/03-barrier.c
//
// heddle: verdict=bug kind=data-race cause=read-write
// heddle: verdict=clean args=-DFIXED
#define _XOPEN_SOURCE 700
#include <pthread.h>

static pthread_barrier_t both;
static int left, right;

static void *go(void *unused) {
    (void)unused;
    left = 1;
    pthread_barrier_wait(&both);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_barrier_init(&both, NULL, 2);
    pthread_create(&thread, NULL, go, NULL);
    right = 2;
#ifdef FIXED
    pthread_barrier_wait(&both);
    int sum = left + right;
#else
    int sum = left + right;
    pthread_barrier_wait(&both);
#endif
    pthread_join(thread, NULL);
    return sum > 3;
}
