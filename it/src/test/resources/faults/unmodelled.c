/* Calls what Heddle does not model, on line 14. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>

static void *nothing(void *unused) {
    return unused;
}

int main(void) {
    pthread_t thread;
    struct sched_param priority;
    pthread_create(&thread, NULL, nothing, NULL);
    pthread_getschedparam(thread, &(int){0}, &priority);
    pthread_join(thread, NULL);
    return 0;
}
