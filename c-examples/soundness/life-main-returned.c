// A thread uses a local variable of main, which returns without waiting for it: the variable is gone then, even if the process is not
// yet. The fix (-DFIXED): main ends its own thread by pthread_exit only when the other has ended.
//
// heddle: verdict=bug kind=use-after-free cause=stack-of-left-function races=1
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>

static void *use(void *shared) {
    int *number = shared;
    *number = 5;
    return NULL;
}

int main(void) {
    pthread_t thread;
    int number = 1;
    pthread_create(&thread, NULL, use, &number);
#ifdef FIXED
    pthread_join(thread, NULL);
#endif
    return 0;
}
