// A thread that does not get the lock goes on without it: a race only where the lock is taken at that very time.
//
// heddle: verdict=bug races
// heddle: verdict=bug races args=--bound switches=2
#include "../../together.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int number;

static void *count(void *unused) {
    pthread_mutex_lock(&lock);
    number++;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *try_to_count(void *unused) {
    int got = pthread_mutex_trylock(&lock) == 0;
    number++;
    if (got) {
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void) {
    TOGETHER(count, try_to_count);
    return 0;
}
