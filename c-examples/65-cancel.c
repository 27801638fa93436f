// The consumer is cancelled while it waits. Its cleanup handler gives back the mutex that pthread_cond_wait takes again before
// the thread ends; without one (-DFORGETS) main waits for ever.
//
//   heddle check 65-cancel.c
//   heddle check -DFORGETS 65-cancel.c
//
// heddle: verdict=clean
// heddle: verdict=bug kind=deadlock cause=owner-exited args=-DFORGETS
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;

static void give_back(void *held) {
#ifdef FORGETS
    (void)held;
#else
    pthread_mutex_unlock(held);
#endif
}

static void *consumer(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(give_back, &mutex);
    for (;;) {
        pthread_cond_wait(&more, &mutex);
    }
    pthread_cleanup_pop(1);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, consumer, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}
