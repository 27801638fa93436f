// quick_exit() with a lock that a function registered by at_quick_exit takes. The fix (-DFIXED): unlock first.
//
// heddle: verdict=bug kind=deadlock cause=self-lock
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void tidy(void) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
}

static void *leave(void *unused) {
    pthread_mutex_lock(&lock);
#ifdef FIXED
    pthread_mutex_unlock(&lock);
#endif
    quick_exit(0);
    return unused;
}

int main(void) {
    pthread_t thread;
    at_quick_exit(tidy);
    pthread_create(&thread, NULL, leave, NULL);
    pthread_join(thread, NULL);
    return 0;
}
