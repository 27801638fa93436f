/* Atomic sections, which on their own protect nothing: so each thread has its own memory, and what they share a mutex protects. */
#include <heddle.h>

#include "conformance.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t done;
static int counts[3];
static int sum;

static void *adds(void *argument) {
    int *count = argument;
    for (int i = 0; i < 2; i++) {
        heddle_atomic_begin();
        ++*count;
        heddle_atomic_begin(); /* they nest */
        sem_post(&done);
        heddle_atomic_end();
        heddle_atomic_end();
        pthread_mutex_lock(&m);
        sum += *count;
        pthread_mutex_unlock(&m);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[3];
    sem_init(&done, 0, 0);
    for (int i = 0; i < 3; i++) {
        pthread_create(&threads[i], NULL, adds, &counts[i]);
    }
    for (int i = 0; i < 6; i++) {
        sem_wait(&done);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    printf("sum %d\n", sum);
    return 0;
}
