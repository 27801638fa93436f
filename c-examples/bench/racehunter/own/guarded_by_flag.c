// A flag under a lock says that the number is ready, but it is raised too early; who comes first does not touch the number at all.
//
// heddle: verdict=bug races
// heddle: verdict=bug races args=--bound switches=2
#include "../../together.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready;
static int number;

static void *write_number(void *unused) {
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_mutex_unlock(&lock);
    number = 1;
    pthread_mutex_lock(&lock);
    ready = 2;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *read_number(void *unused) {
    pthread_mutex_lock(&lock);
    int seen = ready;
    pthread_mutex_unlock(&lock);
    if (seen == 1) {
        number++;
    }
    return unused;
}

int main(void) {
    TOGETHER(write_number, read_number);
    return 0;
}
