// Which thread gets PTHREAD_BARRIER_SERIAL_THREAD is unspecified: POSIX, pthread_barrier_wait. With glibc it is most often the last one to
// arrive, so that a test hardly ever shows what happens when the first one gets it. A check makes it each of them in turn.
//
//   heddle check c-examples/soundness/barrier-serial.c
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=bug kind=assertion cause=assertion args=-DTHREADS=3
// heddle: verdict=clean args=-DFIXED
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif

static pthread_barrier_t barrier;
static int sum;

static void *add(void *is_worker) {
    (void)is_worker;
    int serial = pthread_barrier_wait(&barrier);
#ifdef FIXED
    if (serial == PTHREAD_BARRIER_SERIAL_THREAD) {
#else
    if (serial == PTHREAD_BARRIER_SERIAL_THREAD && !is_worker) { // taken for always main
#endif
        sum++;
    }
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (int i = 1; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, add, &sum);
    }
    add(NULL);
    for (int i = 1; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    assert(sum == 1);
    return 0;
}
