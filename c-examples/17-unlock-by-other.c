// A thread hands over to another by means of a mutex: main locks it, the worker unlocks it.
//
// The bug: only the thread that locked a mutex may unlock it. It seems to work with most C libraries; POSIX says that the
// behaviour is undefined. Heddle reports it and goes on as the C library does.
// The fix (-DFIXED): a flag with a condition variable.
//
//   heddle check 17-unlock-by-other.c
//   heddle check -DFIXED 17-unlock-by-other.c
//
// heddle: verdict=bug kind=misuse cause="pthread_mutex_unlock: the mutex is held by another thread"
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#ifdef FIXED
static pthread_cond_t became_done = PTHREAD_COND_INITIALIZER;
static bool done;

static void begin(void) {}

static void wait_until_done(void) {
    pthread_mutex_lock(&mutex);
    while (!done) {
        pthread_cond_wait(&became_done, &mutex);
    }
    pthread_mutex_unlock(&mutex);
}

static void say_done(void) {
    pthread_mutex_lock(&mutex);
    done = true;
    pthread_cond_signal(&became_done);
    pthread_mutex_unlock(&mutex);
}
#else
static void begin(void) {
    pthread_mutex_lock(&mutex);
}

static void wait_until_done(void) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
}

static void say_done(void) {
    pthread_mutex_unlock(&mutex);
}
#endif

static void *work(void *unused) {
    say_done();
    return unused;
}

int main(void) {
    pthread_t worker;
    begin();
    pthread_create(&worker, NULL, work, NULL);
    wait_until_done();
    pthread_join(worker, NULL);
    return 0;
}
