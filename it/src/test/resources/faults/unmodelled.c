/* Calls what Heddle does not model, on line 14. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>

static void *nothing(void *unused) {
    return unused;
}

int main(void) {
    pthread_t thread;
    union sigval nought = {0};
    pthread_create(&thread, NULL, nothing, NULL);
    pthread_sigqueue(thread, 0, nought);
    pthread_join(thread, NULL);
    return 0;
}
