// A worker that does not hear of the shutdown: the hang that servers show once in a thousand stops.
//
// The bug: the flag is atomic, and it is set and signalled without the mutex. The worker has looked at the flag and not begun to wait yet
// when the signal comes, and waits for good.
// The fix (-DFIXED): set the flag with the mutex held.
//
//   heddle check 11-shutdown-hang.c
//   heddle check -DFIXED 11-shutdown-hang.c
//
// heddle: verdict=bug kind=lost-wakeup cause=signal-before-wait
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static atomic_bool stopping;

static void *worker(void *unused) {
    pthread_mutex_lock(&mutex);
    while (!atomic_load(&stopping)) {
        pthread_cond_wait(&work, &mutex);
    }
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void stop(void) {
#ifdef FIXED
    pthread_mutex_lock(&mutex);
    atomic_store(&stopping, true);
    pthread_mutex_unlock(&mutex);
#else
    atomic_store(&stopping, true);
#endif
    pthread_cond_broadcast(&work);
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    stop();
    pthread_join(thread, NULL);
    return 0;
}
