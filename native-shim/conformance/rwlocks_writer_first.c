/* With this kind, a waiting writer keeps new readers out; a reader that is in can be told so by a failing try. */
#include "conformance.h"

static pthread_rwlock_t lock;

static void *writer(void *unused) {
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_rwlockattr_t attributes;
    CALL(pthread_rwlockattr_init(&attributes));
    CALL(pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP));
    CALL(pthread_rwlock_init(&lock, &attributes));
    CALL(pthread_rwlock_rdlock(&lock));
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    int result;
    while ((result = pthread_rwlock_tryrdlock(&lock)) == 0) {
        pthread_rwlock_unlock(&lock);
        sched_yield();
    }
    printf("%s\n", error_name(result));
    CALL(pthread_rwlock_unlock(&lock));
    pthread_join(thread, NULL);
    CALL(pthread_rwlock_destroy(&lock));
    return 0;
}
