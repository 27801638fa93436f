// One thread waits until another says that the data are ready.
//
// The bug: the waiter looks at the flag before it holds the mutex. Between the look and the wait the other thread may
// set the flag and signal. Nobody waits yet, so the signal is lost, and the waiter waits for good.
// The fix (-DFIXED): look at the flag under the mutex, in a loop.
//
//   heddle check 03-lost-wakeup.c
//   heddle check -DFIXED 03-lost-wakeup.c
//
// heddle: verdict=bug kind=lost-wakeup cause=signal-before-wait
// heddle: verdict=clean executions=2 args=-DFIXED
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t became_ready = PTHREAD_COND_INITIALIZER;
static atomic_bool ready;

static void *waiter(void *unused) {
#ifdef FIXED
    pthread_mutex_lock(&mutex);
    while (!ready) {
        pthread_cond_wait(&became_ready, &mutex);
    }
    pthread_mutex_unlock(&mutex);
#else
    if (!ready) {
        pthread_mutex_lock(&mutex);
        pthread_cond_wait(&became_ready, &mutex);
        pthread_mutex_unlock(&mutex);
    }
#endif
    return unused;
}

static void *signaller(void *unused) {
    pthread_mutex_lock(&mutex);
    ready = true;
    pthread_cond_signal(&became_ready);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, waiter, NULL);
    pthread_create(&threads[1], NULL, signaller, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
