/* A thread ends the process while another holds a lock; -DSTATUS=n: with that status, but only if it comes first. */
#include <pthread.h>
#include <unistd.h>

#ifndef STATUS
#define STATUS 0
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int locked_before;

static void *lock(void *unused) {
    pthread_mutex_lock(&mutex);
    locked_before = 1;
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *leave(void *unused) {
    pthread_mutex_lock(&mutex);
    _exit(locked_before ? 0 : STATUS);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, lock, NULL);
    pthread_create(&threads[1], NULL, leave, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
