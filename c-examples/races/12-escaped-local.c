// A local variable of main is written by a thread that has its address, and by main.
// The fix (-DFIXED): main waits.
//
//   heddle check races/12-escaped-local.c
//   heddle check -DFIXED races/12-escaped-local.c
//
// heddle: verdict=bug kind=data-race cause=write-write
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>

static void *set(void *number) {
    *(int *)number = 1;
    return NULL;
}

int main(void) {
    int number = 0;
    pthread_t thread;
    pthread_create(&thread, NULL, set, &number);
#ifdef FIXED
    pthread_join(thread, NULL);
    number = 2;
#else
    number = 2;
    pthread_join(thread, NULL);
#endif
    return number > 2;
}
