/* Calls what Heddle does not model, on line 14. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>

static void *nothing(void *unused) {
    return unused;
}

int main(void) {
    pthread_t thread;
    static char stack[4096];
    pthread_create(&thread, NULL, nothing, NULL);
    clone((int (*)(void *))0, stack + sizeof stack, 0, NULL);
    pthread_join(thread, NULL);
    return 0;
}
