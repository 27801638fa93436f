// Two consumers who look whether there is something in the queue, and take it out a moment later.
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=clean args=--bound switches=2
#include <assert.h>
#include <stdbool.h>

#include "../../together.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int queue[4];
static int length;

static bool is_empty(void) {
    pthread_mutex_lock(&lock);
    bool empty = length == 0;
    pthread_mutex_unlock(&lock);
    return empty;
}

static int dequeue(void) {
    pthread_mutex_lock(&lock);
    assert(length > 0);
    int first = queue[--length];
    pthread_mutex_unlock(&lock);
    return first;
}

static void *produce(void *unused) {
    pthread_mutex_lock(&lock);
    queue[length++] = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *consume(void *unused) {
    if (!is_empty()) {
        dequeue();
    }
    return unused;
}

int main(void) {
    TOGETHER(produce, consume, consume);
    return 0;
}
