// Two threads write their halves in the first phase and read each other's in the second, with no barrier between the phases.
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=bug kind=assertion cause=assertion args=--bound switches=2
#include <assert.h>

#include "../../together.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int halves[2];

static void run_phases(int own) {
    pthread_mutex_lock(&lock);
    halves[own] = 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    assert(halves[1 - own] == 1);
    pthread_mutex_unlock(&lock);
}

static void *left(void *unused) {
    run_phases(0);
    return unused;
}

static void *right(void *unused) {
    run_phases(1);
    return unused;
}

int main(void) {
    TOGETHER(left, right);
    return 0;
}
