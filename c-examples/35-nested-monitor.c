// Waits on a condition while it keeps another lock: the "nested monitor" problem (Lister, 1977).
//
// take() holds the shop's lock and waits until something is delivered; the wait gives back the shelf's lock, and only that. Who
// delivers needs the shop's lock first, so nothing is ever delivered. A thread must hold no other lock where it waits. It is the same with
// a semaphore (-DSEMAPHORE), for which the wait gives nothing back.
//
// heddle: verdict=bug kind=deadlock cause=nested-monitor
// heddle: verdict=bug kind=deadlock cause=nested-monitor args=-DSEMAPHORE
// heddle: verdict=clean args=-DFIXED
// heddle: verdict=clean args=-DFIXED -DSEMAPHORE
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t shop = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t shelf = PTHREAD_MUTEX_INITIALIZER;
#ifdef SEMAPHORE
static sem_t delivered;
#else
static pthread_cond_t delivered = PTHREAD_COND_INITIALIZER;
#endif
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
#ifdef SEMAPHORE
    sem_wait(&delivered);
    pthread_mutex_lock(&shelf);
#else
    pthread_mutex_lock(&shelf);
    while (!full) {
        pthread_cond_wait(&delivered, &shelf);
    }
#endif
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
#ifdef SEMAPHORE
    sem_post(&delivered);
#else
    pthread_cond_signal(&delivered);
#endif
    pthread_mutex_unlock(&shelf);
    leave();
    return NULL;
}

int main(void) {
    pthread_t threads[2];
#ifdef SEMAPHORE
    sem_init(&delivered, 0, 0);
#endif
    pthread_create(&threads[0], NULL, take, NULL);
    pthread_create(&threads[1], NULL, deliver, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
