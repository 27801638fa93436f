// Numbers are handed to two adders through one place. An adder that was woken takes what another one has taken already.
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=clean args=--spurious=0 --bound switches=2
#include <assert.h>

#include "../../together.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static pthread_cond_t emptied = PTHREAD_COND_INITIALIZER;
static int place;
static int sum;

static void *produce(void *unused) {
    for (int number = 1; number <= 2; number++) {
        pthread_mutex_lock(&lock);
        while (place != 0) {
            pthread_cond_wait(&emptied, &lock);
        }
        place = number;
        pthread_cond_broadcast(&filled);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *add(void *unused) {
    pthread_mutex_lock(&lock);
    if (place == 0) {
        pthread_cond_wait(&filled, &lock);
    }
    assert(place != 0);
    sum += place;
    place = 0;
    pthread_cond_signal(&emptied);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    TOGETHER(produce, add, add);
    assert(sum == 3);
    return 0;
}
