// The textbook's stolen signal: producers and consumers of a one-place buffer share a condition variable.
//
// The bug: signal wakes one thread. A consumer's signal, meant for the producer, wakes the other consumer, which finds nothing and waits
// again. The producer has missed it for good.
// The fix (-DFIXED): one condition variable for each thing that is waited for (broadcast works as well).
//
//   heddle check 09-stolen-signal.c
//   heddle check -DFIXED 09-stolen-signal.c
//
// heddle: verdict=bug kind=lost-wakeup cause=stolen-signal
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
#ifdef FIXED
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
#else
#define not_full not_empty
#endif
static int items;

static void *produce(void *unused) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&mutex);
        while (items == 1) {
            pthread_cond_wait(&not_full, &mutex);
        }
        items++;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

static void *consume(void *unused) {
    pthread_mutex_lock(&mutex);
    while (items == 0) {
        pthread_cond_wait(&not_empty, &mutex);
    }
    items--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, consume, NULL);
    pthread_create(&threads[1], NULL, consume, NULL);
    pthread_create(&threads[2], NULL, produce, NULL);
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
