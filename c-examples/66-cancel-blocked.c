// A server is cancelled wherever it is: at work, or blocked in sem_wait; or while another thread waits for it in pthread_join. What
// it has taken from the semaphore it has counted, and its initialiser, should that be cut short, is run by the next thread.
//
// The bug (-DEAGER): work is counted before there is any.
//
//   heddle check 66-cancel-blocked.c
//   heddle check -DEAGER 66-cancel-blocked.c
//
// heddle: verdict=clean
// heddle: verdict=bug kind=assertion cause=assertion args=-DEAGER
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t work;
static int served, prepared;

static void prepare(void) {
    pthread_testcancel();
    prepared = 1;
}

static void *server(void *unused) {
    pthread_once(&once, prepare);
#ifdef EAGER
    served++;
    sem_wait(&work);
#else
    sem_wait(&work);
    served++;
#endif
    sem_wait(&work); // for ever
    return unused;
}

int main(void) {
    pthread_t thread;
    void *result;
    int left;
    sem_init(&work, 0, 0);
    pthread_create(&thread, NULL, server, NULL);
    sem_post(&work);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    pthread_once(&once, prepare);
    assert(prepared);
    sem_getvalue(&work, &left);
    assert(left + served == 1);
    sem_destroy(&work);
    return 0;
}
