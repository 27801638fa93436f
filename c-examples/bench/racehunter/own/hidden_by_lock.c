// The accesses are outside the lock. Where the first thread comes first, its lock happens to order them.
//
// heddle: verdict=bug races
// heddle: verdict=bug races args=--bound switches=2
#include "../../together.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int number;

static void *before(void *unused) {
    number = 1;
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *behind(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    number = 2;
    return unused;
}

int main(void) {
    TOGETHER(before, behind);
    return 0;
}
