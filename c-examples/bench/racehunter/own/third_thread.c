// Two threads meet on a number only where a third one has been in between.
//
// heddle: verdict=bug races
// heddle: verdict=bug races args=--bound switches=2
#include "../../together.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stage;
static int number;

static int exchange(int from, int to) {
    pthread_mutex_lock(&lock);
    int seen = stage;
    if (seen == from) {
        stage = to;
    }
    pthread_mutex_unlock(&lock);
    return seen;
}

static void *first(void *unused) {
    exchange(0, 1);
    number = 1;
    return unused;
}

static void *second(void *unused) {
    exchange(1, 2);
    return unused;
}

static void *third(void *unused) {
    if (exchange(2, 3) == 2) {
        number = 3;
    }
    return unused;
}

int main(void) {
    TOGETHER(first, second, third);
    return 0;
}
