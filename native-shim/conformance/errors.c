#include "conformance.h"

static pthread_mutex_t mutex;

static void *unlocks(void *unused) {
    CALL(pthread_mutex_unlock(&mutex));
    return unused;
}

static void of_kind(int kind) {
    struct timespec bad = {0, -1};
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    CALL(pthread_mutexattr_settype(&attributes, kind));
    CALL(pthread_mutex_init(&mutex, &attributes));
    CALL(pthread_mutex_unlock(&mutex));
    CALL(pthread_mutex_timedlock(&mutex, &bad));
    CALL(pthread_mutex_timedlock(&mutex, &bad));
    CALL(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &bad));
    CALL(pthread_mutex_clocklock(&mutex, 99, &bad));
    CALL(pthread_mutex_trylock(&mutex));
    run(unlocks, NULL);
    while (pthread_mutex_unlock(&mutex) == 0) {
    }
    CALL(pthread_mutex_destroy(&mutex));
}

static int runs;
static void routine(void) { runs++; }

int main(void) {
    pthread_once_t once = PTHREAD_ONCE_INIT;
    of_kind(PTHREAD_MUTEX_ERRORCHECK);
    of_kind(PTHREAD_MUTEX_RECURSIVE);
    for (int i = 0; i < 3; i++) {
        CALL(pthread_once(&once, routine));
        CALL(pthread_once(&once, routine));
        once = (pthread_once_t)PTHREAD_ONCE_INIT;
    }
    SHOW(runs);
    return 0;
}
