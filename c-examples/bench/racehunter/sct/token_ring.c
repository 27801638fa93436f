// Four threads hand a number around, each under the lock; all four are the same only if they ran in the order of the ring.
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=bug kind=assertion cause=assertion args=--bound switches=2
#include <assert.h>

#include "../../together.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ring[4] = {0, 0, 0, 1};
static int steps;

static void pass(int to) {
    pthread_mutex_lock(&lock);
    ring[to] = (ring[(to + 3) % 4] + 1) % 4;
    steps++;
    pthread_mutex_unlock(&lock);
}

static void *first(void *unused) {
    pass(0);
    return unused;
}

static void *second(void *unused) {
    pass(1);
    return unused;
}

static void *third(void *unused) {
    pass(2);
    return unused;
}

static void *check(void *unused) {
    pthread_mutex_lock(&lock);
    assert(steps < 3 || (ring[1] == (ring[0] + 1) % 4 && ring[2] == (ring[1] + 1) % 4));
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    TOGETHER(first, second, third, check);
    return 0;
}
