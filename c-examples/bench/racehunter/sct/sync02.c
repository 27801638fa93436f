// Two producers and a consumer take turns by conditions; the consumer lets go of the lock between looking and taking.
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=clean args=--bound switches=2
#include <assert.h>

#include "../../together.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t empty = PTHREAD_COND_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER;
static int number = 1;

static void *produce(void *unused) {
    pthread_mutex_lock(&lock);
    while (number > 0) {
        pthread_cond_wait(&empty, &lock);
    }
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    number++;
    assert(number == 1);
    pthread_cond_signal(&full);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *consume(void *unused) {
    pthread_mutex_lock(&lock);
    while (number == 0) {
        pthread_cond_wait(&full, &lock);
    }
    number--;
    pthread_cond_broadcast(&empty);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    TOGETHER(produce, produce, consume, consume);
    return 0;
}
