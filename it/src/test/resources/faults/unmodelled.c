/* Calls what Heddle does not model, on line 14. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/signalfd.h>

static void *nothing(void *unused) {
    return unused;
}

int main(void) {
    pthread_t thread;
    sigset_t none = {0};
    pthread_create(&thread, NULL, nothing, NULL);
    signalfd(-1, &none, 0);
    pthread_join(thread, NULL);
    return 0;
}
