#include "conformance.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *as_reader(void *unused) {
    CALL(pthread_rwlock_tryrdlock(&lock));
    CALL(pthread_rwlock_trywrlock(&lock));
    CALL(pthread_rwlock_unlock(&lock));
    return unused;
}

static void *refused(void *unused) {
    struct timespec past = {0, 0}, soon = in(CLOCK_REALTIME, 10), later = in(CLOCK_MONOTONIC, 10);
    CALL(pthread_rwlock_tryrdlock(&lock));
    CALL(pthread_rwlock_trywrlock(&lock));
    CALL(pthread_rwlock_timedrdlock(&lock, &past));
    CALL(pthread_rwlock_timedwrlock(&lock, &past));
    CALL(pthread_rwlock_timedrdlock(&lock, &soon));
    CALL(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &later));
    CALL(pthread_rwlock_clockrdlock(&lock, CLOCK_PROCESS_CPUTIME_ID, &later));
    return unused;
}

int main(void) {
    struct timespec bad = {0, -1}, past = {0, 0};
    CALL(pthread_rwlock_rdlock(&lock));
    CALL(pthread_rwlock_rdlock(&lock));
    run(as_reader, NULL);
    CALL(pthread_rwlock_trywrlock(&lock));
    CALL(pthread_rwlock_unlock(&lock));
    CALL(pthread_rwlock_unlock(&lock));
    CALL(pthread_rwlock_wrlock(&lock));
    CALL(pthread_rwlock_rdlock(&lock));
    CALL(pthread_rwlock_wrlock(&lock));
    CALL(pthread_rwlock_trywrlock(&lock));
    CALL(pthread_rwlock_timedrdlock(&lock, &bad));
    run(refused, NULL);
    CALL(pthread_rwlock_unlock(&lock));
    CALL(pthread_rwlock_timedrdlock(&lock, &past));
    CALL(pthread_rwlock_unlock(&lock));
    CALL(pthread_rwlock_timedwrlock(&lock, &past));
    CALL(pthread_rwlock_unlock(&lock));
    CALL(pthread_rwlock_destroy(&lock));
    CALL(pthread_rwlock_init(&lock, NULL));
    CALL(pthread_rwlock_tryrdlock(&lock));
    CALL(pthread_rwlock_unlock(&lock));
    CALL(pthread_rwlock_destroy(&lock));
    return 0;
}
