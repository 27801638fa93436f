// No race: a semaphore orders the accesses. What detectors of missing locks report here is a false alarm.
//
// heddle: verdict=clean
// heddle: verdict=clean args=--bound switches=2
#include <semaphore.h>

#include "../../together.h"

static sem_t filled;
static int message;

static void *fill(void *unused) {
    message = 42;
    sem_post(&filled);
    return unused;
}

static void *empty(void *unused) {
    sem_wait(&filled);
    message = 0;
    return unused;
}

int main(void) {
    sem_init(&filled, 0, 0);
    TOGETHER(fill, empty);
    sem_destroy(&filled);
    return 0;
}
