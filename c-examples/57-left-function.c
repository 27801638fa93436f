// A thread is given the address of a local variable, and the function that the variable belongs to returns before the thread uses it.
//
// The bug: start() is left before its variable has been read.
// The fix (-DFIXED): it waits until the thread has read it.
//
//   heddle check 57-left-function.c
//   heddle check -DFIXED 57-left-function.c
//
// heddle: verdict=bug kind=use-after-free cause=stack-of-left-function races=1 args=--keep-going
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <semaphore.h>

static sem_t has_read;

static void *work(void *argument) {
    int *number = argument;
    int mine = *number;
    sem_post(&has_read);
    return mine == 7 ? NULL : argument;
}

__attribute__((noinline)) static pthread_t start(void) {
    pthread_t thread;
    int number = 7;
    pthread_create(&thread, NULL, work, &number);
#ifdef FIXED
    sem_wait(&has_read);
#endif
    return thread;
}

int main(void) {
    sem_init(&has_read, 0, 0);
    pthread_t thread = start();
    pthread_join(thread, NULL);
    sem_destroy(&has_read);
    return 0;
}
