/* Threads that compute for some milliseconds between operations that are dependent: an execution costs what it computes. */
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 3
#endif
#ifndef THREADS
#define THREADS 3
#endif
#ifndef STRETCH
#define STRETCH 1500000 /* divisions */
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned sum;

static unsigned compute(unsigned from) {
    unsigned value = from;
    for (unsigned i = 1; i < STRETCH; i++) {
        value += (value + i) % (i | 1);
    }
    return value;
}

static void *work(void *number) {
    for (unsigned round = 0; round < ROUNDS; round++) {
        unsigned part = compute((unsigned)(long)number + round);
        pthread_mutex_lock(&lock);
        sum = sum * 3 + part;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, work, (void *)i);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
