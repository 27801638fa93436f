/* Asks for asynchronous cancellation on line 11; ends only if that is done where the thread waits. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *reads(void *unused) {
    char byte;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    pthread_mutex_lock(&mutex);
    read(ends[0], &byte, 1);
    return unused;
}

int main(void) {
    pthread_t thread;
    void *result;
    pipe(ends);
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, NULL, reads, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
