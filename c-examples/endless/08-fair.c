// A program that ends under every fair schedule, and under no other: main waits, with a count, for a helper that needs some operations to
// get ready. What main does after that is explored as well.
// The fix (-DFIXED): main locks what it changes.
//
//   heddle check 08-fair.c
//   heddle check -DFIXED -t 10s 08-fair.c
//
// heddle: verdict=bug kind=data-race cause=write-write args=-i 100
// heddle: verdict=inconclusive args=-DFIXED -i 100
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready, result;

static void *help(void *unused) {
    for (int step = 0; step < 3; step++) {
        pthread_mutex_lock(&lock);
        ready++;
        pthread_mutex_unlock(&lock);
    }
#ifdef FIXED
    pthread_mutex_lock(&lock);
    result = 1;
    pthread_mutex_unlock(&lock);
#else
    result = 1;
#endif
    return unused;
}

int main(void) {
    pthread_t helper;
    int seen = 0;
    unsigned long rounds = 0;
    pthread_create(&helper, NULL, help, NULL);
    while (seen < 3) {
        pthread_mutex_lock(&lock);
        seen = ready;
        pthread_mutex_unlock(&lock);
        rounds++;
    }
    pthread_mutex_lock(&lock);
    result = 2;
    pthread_mutex_unlock(&lock);
    pthread_join(helper, NULL);
    return rounds == 0;
}
