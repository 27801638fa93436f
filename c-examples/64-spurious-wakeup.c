// A condition variable waited for with `if` instead of `while`. It works as long as no wait ends without a signal, which POSIX
// permits. A check lets one wait of each thread do so where no loop looks again; --spurious=0 lets none.
//
//   heddle check 64-spurious-wakeup.c
//   heddle check --spurious=0 64-spurious-wakeup.c
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=clean args=--spurious=0
// heddle: verdict=clean args=-DRIGHT
// heddle: verdict=clean args=--spurious=2 -DRIGHT
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int item;

static void *consumer(void *unused) {
    pthread_mutex_lock(&mutex);
#ifdef RIGHT
    while (!item) {
#else
    if (!item) {
#endif
        pthread_cond_wait(&filled, &mutex);
    }
    assert(item == 1);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, consumer, NULL);
    pthread_mutex_lock(&mutex);
    item = 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
