// executions: 3, options: --timeouts=any
// The timed lock comes before the lock of the other thread, after its unlock, or between them, and there it times out.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *plain(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t a;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 5;
    pthread_create(&a, NULL, plain, NULL);
    if (pthread_mutex_timedlock(&mutex, &until) == 0) {
        pthread_mutex_unlock(&mutex);
    }
    pthread_join(a, NULL);
    return 0;
}
