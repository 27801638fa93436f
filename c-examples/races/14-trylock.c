// A thread tries to take the lock and goes on whether it got it or not.
// The race shows only where the lock is taken just then.
// The fix (-DFIXED): it leaves the total alone when it did not get it.
//
//   heddle check races/14-trylock.c
//   heddle check -DFIXED races/14-trylock.c
//
// heddle: verdict=bug kind=data-race cause=write-write
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *set(void *unused) {
    int got = pthread_mutex_trylock(&mutex) == 0;
#ifdef FIXED
    if (!got) {
        return NULL;
    }
#endif
    total = 1;
    if (got) {
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    pthread_mutex_lock(&mutex);
    total = 2;
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
