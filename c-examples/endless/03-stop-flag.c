// A worker goes round until it is told to stop. It looks at the flag, and does one piece of work more before it looks again: work that
// is begun after `stop` has been set must not happen.
// The fix (-DFIXED): flag and work under one lock. A round in which the worker only looks is like any other one, so that the fixed program
// is proved, however often it goes round.
//
//   heddle check 03-stop-flag.c
//   heddle check -DFIXED 03-stop-flag.c
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=clean args=-DFIXED
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stop, stopped;

static int is_stopped(void) {
    pthread_mutex_lock(&lock);
    int result = stop;
    pthread_mutex_unlock(&lock);
    return result;
}

static void *work(void *unused) {
#ifdef FIXED
    for (;;) {
        pthread_mutex_lock(&lock);
        int is_over = stop;
        assert(is_over || !stopped);
        pthread_mutex_unlock(&lock);
        if (is_over) {
            return unused;
        }
    }
#else
    while (!is_stopped()) {
        pthread_mutex_lock(&lock);
        assert(!stopped);
        pthread_mutex_unlock(&lock);
    }
    return unused;
#endif
}

int main(void) {
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    stop = stopped = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(worker, NULL);
    return is_stopped() ? 0 : 1;
}
