#include "conformance.h"

static pthread_mutex_t mutex;

static void *abandon(void *unused) {
    CALL(pthread_mutex_lock(&mutex));
    return unused;
}

static void *repair(void *unused) {
    CALL(pthread_mutex_lock(&mutex));
    CALL(pthread_mutex_consistent(&mutex));
    CALL(pthread_mutex_consistent(&mutex));
    CALL(pthread_mutex_unlock(&mutex));
    return unused;
}

int main(void) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    CALL(pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST));
    CALL(pthread_mutex_init(&mutex, &attributes));
    run(abandon, NULL);
    run(repair, NULL);
    CALL(pthread_mutex_consistent(&mutex));
    CALL(pthread_mutex_unlock(&mutex));
    run(abandon, NULL);
    CALL(pthread_mutex_trylock(&mutex));
    CALL(pthread_mutex_unlock(&mutex));
    CALL(pthread_mutex_lock(&mutex));
    CALL(pthread_mutex_trylock(&mutex));
    CALL(pthread_mutex_destroy(&mutex));
    return 0;
}
