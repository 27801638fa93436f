// Pushing and popping hold the lock; whether there is something to pop is read without it.
//
// heddle: verdict=bug kind=assertion cause=assertion races
// heddle: verdict=bug races args=--bound switches=2
#include <assert.h>

#include "../../together.h"

enum { SIZE = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stack[SIZE];
static int top;

static void *push_all(void *unused) {
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&lock);
        stack[top++] = i;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *pop_one(void *unused) {
    if (top > 0) {
        pthread_mutex_lock(&lock);
        assert(top > 0);
        top--;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void) {
    TOGETHER(push_all, pop_one, pop_one);
    return 0;
}
