// executions: 3, finding: deadlock/lock-cycle
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *reads_first(void *unused) {
    pthread_rwlock_rdlock(&lock);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_rwlock_unlock(&lock);
    return unused;
}

static void *writes_last(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reads_first, NULL);
    pthread_create(&b, NULL, writes_last, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
