#include "conformance.h"

static sem_t go;

static void *waits(void *argument) {
    sem_wait(&go);
    return argument;
}

int main(void) {
    struct timespec past = {0, 0}, soon = in(CLOCK_REALTIME, 10),
                    later = in(CLOCK_MONOTONIC, 10);
    void *result = NULL;
    pthread_t thread;
    sem_init(&go, 0, 0);
    pthread_create(&thread, NULL, waits, (void *)7);
    CALL(pthread_tryjoin_np(thread, &result));
    CALL(pthread_timedjoin_np(thread, &result, &past));
    CALL(pthread_timedjoin_np(thread, &result, &soon));
    CALL(pthread_clockjoin_np(thread, &result, CLOCK_MONOTONIC, &later));
    CALL(pthread_join(pthread_self(), &result));
    sem_post(&go);
    soon = in(CLOCK_REALTIME, 60000);
    CALL(pthread_timedjoin_np(thread, &result, &soon));
    SHOW((long)result);
    pthread_create(&thread, NULL, waits, (void *)8);
    sem_post(&go);
    while (pthread_tryjoin_np(thread, &result) == EBUSY) {
        sched_yield();
    }
    SHOW((long)result);
    pthread_create(&thread, NULL, waits, (void *)9);
    sem_post(&go);
    CALL(pthread_timedjoin_np(thread, &result, NULL));
    SHOW((long)result);
    return 0;
}
