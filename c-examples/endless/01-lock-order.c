// Two threads that never end take two locks, each in its own order. The deadlock needs some operations of each thread only, so it
// is found within the first bound on the operations of each thread, although no execution ends.
// The fix (-DFIXED): one order. Nothing ends then, so that only bounds are proved.
//
//   heddle check 01-lock-order.c
//   heddle check -DFIXED -t 10s 01-lock-order.c
//
// heddle: verdict=bug kind=deadlock cause=lock-cycle
// heddle: verdict=inconclusive args=-DFIXED -i 200
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void *there(void *unused) {
    for (;;) {
        pthread_mutex_lock(&first);
        pthread_mutex_lock(&second);
        pthread_mutex_unlock(&second);
        pthread_mutex_unlock(&first);
    }
    return unused;
}

static void *back(void *unused) {
#ifdef FIXED
    return there(unused);
#else
    for (;;) {
        pthread_mutex_lock(&second);
        pthread_mutex_lock(&first);
        pthread_mutex_unlock(&first);
        pthread_mutex_unlock(&second);
    }
    return unused;
#endif
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, there, NULL);
    pthread_create(&b, NULL, back, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
