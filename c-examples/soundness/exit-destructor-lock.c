// exit() with a lock that a destructor function takes: it waits for its own thread. The fix (-DFIXED): unlock first.
//
// heddle: verdict=bug kind=deadlock cause=self-lock
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((destructor)) static void tidy(void) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
}

static void *leave(void *unused) {
    pthread_mutex_lock(&lock);
#ifdef FIXED
    pthread_mutex_unlock(&lock);
#endif
    exit(0);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, leave, NULL);
    pthread_join(thread, NULL);
    return 0;
}
