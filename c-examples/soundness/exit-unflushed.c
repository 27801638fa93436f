// main returns while others go on. Whether there is something to write then, which others have printed, must not tell what main does next:
// an execution where they have not yet printed goes on in the same way. With -DHANDLER another thread registers a handler of atexit, which
// main then runs, or it does not.
//
// heddle: verdict=clean executions=2
// heddle: verdict=clean executions=2 args=-DSLEEPS
// heddle: verdict=clean args=-DHANDLER
// heddle: verdict=clean args=-DHANDLER -DSLEEPS
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static sem_t turn;

#ifdef HANDLER
static void nothing(void) {}
#endif

static void *prints(void *text) {
    sem_wait(&turn);
    putchar(*(const char *)text);
#ifdef HANDLER
    atexit(nothing);
#endif
    sem_post(&turn);
    return NULL;
}

int main(void) {
    pthread_t thread;
    sem_init(&turn, 0, 1);
    pthread_create(&thread, NULL, prints, "a");
    pthread_detach(thread);
    pthread_create(&thread, NULL, prints, "b");
    pthread_detach(thread);
#ifdef SLEEPS
    sleep(10);
#endif
    return 0;
}
