#include "conformance.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t realtime = PTHREAD_COND_INITIALIZER, monotonic;
static int ready;

static void *signaller(void *unused) {
    pthread_mutex_lock(&mutex);
    ready = 1;
    CALL(pthread_cond_signal(&realtime));
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    struct timespec past = {0, 0}, bad = {0, 1000000000}, soon = in(CLOCK_REALTIME, 10),
                    later = in(CLOCK_MONOTONIC, 10);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    CALL(pthread_condattr_setclock(&attributes, CLOCK_PROCESS_CPUTIME_ID));
    CALL(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC));
    CALL(pthread_cond_init(&monotonic, &attributes));
    CALL(pthread_mutex_lock(&mutex));
    CALL(pthread_cond_timedwait(&realtime, &mutex, &past));
    CALL(pthread_cond_timedwait(&realtime, &mutex, &bad));
    CALL(pthread_cond_timedwait(&realtime, &mutex, &soon));
    CALL(pthread_cond_timedwait(&monotonic, &mutex, &later));
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    SHOW(now.tv_sec > later.tv_sec || (now.tv_sec == later.tv_sec && now.tv_nsec >= later.tv_nsec));
    later = in(CLOCK_MONOTONIC, 10);
    CALL(pthread_cond_clockwait(&realtime, &mutex, CLOCK_MONOTONIC, &later));
    CALL(pthread_cond_clockwait(&realtime, &mutex, CLOCK_PROCESS_CPUTIME_ID, &later));
    CALL(pthread_mutex_trylock(&mutex));
    CALL(pthread_cond_wait(&realtime, &checking));
    pthread_t thread;
    pthread_create(&thread, NULL, signaller, NULL);
    soon = in(CLOCK_REALTIME, 60000);
    while (!ready) {
        CALL(pthread_cond_timedwait(&realtime, &mutex, &soon));
    }
    CALL(pthread_mutex_unlock(&mutex));
    pthread_join(thread, NULL);
    CALL(pthread_cond_broadcast(&realtime));
    CALL(pthread_cond_destroy(&realtime));
    CALL(pthread_cond_destroy(&monotonic));
    return 0;
}
