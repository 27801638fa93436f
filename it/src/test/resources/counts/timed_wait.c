// executions: 2
// executions: 4, options: --timeouts=any
// executions: 2, finding: lost-wakeup/signal-before-wait, options: --timeouts=never
// Either the signal comes before the wait and is lost, so that time has to run out, or it ends the wait; with "any", the time may be up
// before it: the waiter has its mutex again before the signal, or after it, and the signal is lost.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static void *signaller(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t a;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 5;
    pthread_create(&a, NULL, signaller, NULL);
    pthread_mutex_lock(&mutex);
    pthread_cond_timedwait(&cond, &mutex, &until);
    pthread_mutex_unlock(&mutex);
    pthread_join(a, NULL);
    return 0;
}
