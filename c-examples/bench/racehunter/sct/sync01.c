// A producer and two consumers; who was signalled does not look again.
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=bug kind=assertion cause=assertion args=--bound switches=2
#include <assert.h>

#include "../../together.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER;
static int number;

static void *produce(void *unused) {
    pthread_mutex_lock(&lock);
    number++;
    pthread_mutex_unlock(&lock);
    pthread_cond_broadcast(&full);
    return unused;
}

static void *consume(void *unused) {
    pthread_mutex_lock(&lock);
    if (number == 0) {
        pthread_cond_wait(&full, &lock);
    }
    number--;
    assert(number >= 0);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    TOGETHER(produce, consume, consume, produce);
    return 0;
}
