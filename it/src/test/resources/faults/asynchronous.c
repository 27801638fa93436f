/* Asks for asynchronous cancellation on line 10; works as well with the deferred kind. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *reads(void *unused) {
    char byte;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    read(ends[0], &byte, 1);
    return unused;
}

int main(void) {
    pthread_t thread;
    void *result;
    pipe(ends);
    pthread_create(&thread, NULL, reads, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
