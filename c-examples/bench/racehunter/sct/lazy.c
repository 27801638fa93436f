// Three additions, each under the lock; who relies on the third one coming early is wrong.
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=bug kind=assertion cause=assertion args=--bound switches=2
#include <assert.h>

#include "../../together.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *add_one(void *unused) {
    pthread_mutex_lock(&lock);
    data += 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *add_two(void *unused) {
    pthread_mutex_lock(&lock);
    data += 2;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *check(void *unused) {
    pthread_mutex_lock(&lock);
    assert(data < 3);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    TOGETHER(add_one, add_two, check);
    return 0;
}
