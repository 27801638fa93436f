// Waits on a condition while it keeps another lock: the "nested monitor" problem (Lister, 1977).
//
// take() holds the shop's lock and waits until something is delivered; the wait gives back the shelf's lock, and only that. Who
// delivers needs the shop's lock first, so nothing is ever delivered. A thread must hold no other lock where it waits.
//
// heddle: verdict=bug kind=deadlock cause=nested-monitor
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t shop = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t shelf = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t delivered = PTHREAD_COND_INITIALIZER;
static bool full;

static void enter(void) {
#ifndef FIXED
    pthread_mutex_lock(&shop);
#endif
}

static void leave(void) {
#ifndef FIXED
    pthread_mutex_unlock(&shop);
#endif
}

static void *take(void *unused) {
    (void)unused;
    enter();
    pthread_mutex_lock(&shelf);
    while (!full) {
        pthread_cond_wait(&delivered, &shelf);
    }
    full = false;
    pthread_mutex_unlock(&shelf);
    leave();
    return NULL;
}

static void *deliver(void *unused) {
    (void)unused;
    enter();
    pthread_mutex_lock(&shelf);
    full = true;
    pthread_cond_signal(&delivered);
    pthread_mutex_unlock(&shelf);
    leave();
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, take, NULL);
    pthread_create(&threads[1], NULL, deliver, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
