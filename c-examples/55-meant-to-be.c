// A race that is meant to be: progress is counted without a lock, and shown to the user, who does not mind if it is off by one.
// heddle_benign_race says so. What the race leads to is explored all the same.
//
//   heddle check 55-meant-to-be.c
//
// heddle: verdict=clean
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int progress;

static void *work(void *unused) {
    (void)unused;
    progress++;
    return NULL;
}

int main(void) {
    heddle_benign_race(&progress, sizeof progress);
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    int shown = progress;
    pthread_join(thread, NULL);
    return shown > 1;
}
