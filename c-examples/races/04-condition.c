// One thread looks whether there is something to do before it takes the lock, to be quick.
// The fix (-DFIXED): with the lock.
//
//   heddle check races/04-condition.c
//   heddle check -DFIXED races/04-condition.c
//
// heddle: verdict=bug kind=data-race cause=read-write
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int jobs;

static void *work(void *unused) {
    (void)unused;
#ifndef FIXED
    if (jobs > 0) {
        return NULL;
    }
#endif
    pthread_mutex_lock(&mutex);
    while (jobs == 0) {
        pthread_cond_wait(&more, &mutex);
    }
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void) {
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_mutex_lock(&mutex);
    jobs = 1;
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&mutex);
    pthread_join(worker, NULL);
    return 0;
}
