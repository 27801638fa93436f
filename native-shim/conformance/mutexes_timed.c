#include "conformance.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
                       checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static struct timespec past = {0, 0}, bad = {0, 1000000000};

static void *refused(void *unused) {
    struct timespec soon = in(CLOCK_REALTIME, 10), later = in(CLOCK_MONOTONIC, 10);
    CALL(pthread_mutex_trylock(&mutex));
    CALL(pthread_mutex_timedlock(&mutex, &past));
    CALL(pthread_mutex_timedlock(&mutex, &bad));
    CALL(pthread_mutex_timedlock(&mutex, &soon));
    CALL(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &later));
    CALL(pthread_mutex_clocklock(&mutex, CLOCK_PROCESS_CPUTIME_ID, &later));
    CALL(pthread_mutex_unlock(&checking));
    return unused;
}

int main(void) {
    CALL(pthread_mutex_timedlock(&mutex, &bad));
    CALL(pthread_mutex_trylock(&mutex));
    CALL(pthread_mutex_lock(&checking));
    run(refused, NULL);
    CALL(pthread_mutex_timedlock(&checking, &past));
    CALL(pthread_mutex_lock(&checking));
    CALL(pthread_mutex_trylock(&checking));
    CALL(pthread_mutex_unlock(&checking));
    CALL(pthread_mutex_unlock(&checking));
    CALL(pthread_mutex_unlock(&mutex));
    CALL(pthread_mutex_timedlock(&mutex, &past));
    CALL(pthread_mutex_unlock(&mutex));
    CALL(pthread_mutex_lock(&recursive));
    CALL(pthread_mutex_timedlock(&recursive, &past));
    CALL(pthread_mutex_trylock(&recursive));
    CALL(pthread_mutex_unlock(&recursive));
    CALL(pthread_mutex_unlock(&recursive));
    CALL(pthread_mutex_unlock(&recursive));
    CALL(pthread_mutex_unlock(&recursive));
    return 0;
}
