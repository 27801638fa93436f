// A buffer of one place whose two producers wait with 'if', so that both go on after one was taken out.
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=bug kind=assertion cause=assertion args=--bound switches=2
#include <assert.h>

#include "../../together.h"

enum { SIZE = 1 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int count;

static void *put(void *unused) {
    pthread_mutex_lock(&lock);
    if (count == SIZE) {
        pthread_cond_wait(&changed, &lock);
    }
    count++;
    assert(count <= SIZE);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *take_all(void *unused) {
    for (int taken = 0; taken < 3; taken++) {
        pthread_mutex_lock(&lock);
        while (count == 0) {
            pthread_cond_wait(&changed, &lock);
        }
        count--;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void) {
    TOGETHER(put, put, put, take_all);
    return 0;
}
