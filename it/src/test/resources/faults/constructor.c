/* What goes wrong before main: with -DSTATUS it exits with that, with -DTHREAD it creates a thread before any constructor runs, otherwise
 * it crashes. */
#include <pthread.h>
#include <stdlib.h>

static void *nothing(void *unused) {
    return unused;
}

#ifdef THREAD
static void before_main(void);
__attribute__((section(".preinit_array"), used)) static void (*const first)(void) = before_main;
#else
__attribute__((constructor))
#endif
static void before_main(void) {
#if defined STATUS
    exit(STATUS);
#elif defined THREAD
    pthread_t early;
    pthread_create(&early, NULL, nothing, NULL);
#else
    volatile int *nowhere = NULL;
    *nowhere = 1;
#endif
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, nothing, NULL);
    pthread_join(thread, NULL);
    return 0;
}
