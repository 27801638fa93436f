/* A detached thread, a choice, and a main thread that leaves before the others. */
#include "conformance.h"

#include <heddle.h>

static sem_t go, done;

static void *detached(void *unused) {
    sem_wait(&go);
    sem_post(&done);
    return unused;
}

static void *stays(void *unused) {
    sem_wait(&go);
    SHOW(heddle_choose(3));
    return unused;
}

int main(void) {
    pthread_t thread;
    sem_init(&go, 0, 0);
    sem_init(&done, 0, 0);
    pthread_create(&thread, NULL, detached, NULL);
    CALL(pthread_detach(thread));
    CALL(pthread_detach(thread));
    CALL(pthread_join(thread, NULL));
    sem_post(&go);
    sem_wait(&done);
    pthread_create(&thread, NULL, stays, NULL);
    sem_post(&go);
    pthread_exit(NULL);
}
