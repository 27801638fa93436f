// A lost wakeup: the waiter looks at the flag without the mutex, and there is one signal only. -DMTX: the flag has a mutex
// of its own, for tools that see pthread calls only.
//
//   heddle check lostwake.c
//
// heddle: verdict=bug kind=lost-wakeup cause=signal-before-wait
// heddle: verdict=bug kind=lost-wakeup cause=signal-before-wait args=-DMTX
#include <pthread.h>

#include "shared_int.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t flag_set = PTHREAD_COND_INITIALIZER;
static struct shared_int flag;

static void *waiter(void *unused) {
    if (!shared_read(&flag)) {
        pthread_mutex_lock(&mutex);
        pthread_cond_wait(&flag_set, &mutex);
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

static void *signaller(void *unused) {
    pthread_mutex_lock(&mutex);
    shared_write(&flag, 1);
    pthread_cond_signal(&flag_set);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    shared_init(&flag);
    pthread_create(&threads[0], NULL, waiter, NULL);
    pthread_create(&threads[1], NULL, signaller, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
