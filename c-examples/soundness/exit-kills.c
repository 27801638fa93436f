// A program that kills its own process where it finds itself wrong. SIGKILL cannot be caught; it is the program's own crash all the same.
//
// heddle: verdict=bug kind=crash cause=SIGKILL args=-DDIES=raise(SIGKILL)
// heddle: verdict=bug kind=crash cause=SIGKILL args=-DDIES=kill(getpid(),SIGKILL)
// heddle: verdict=bug kind=crash cause=SIGKILL args=-DDIES=pthread_kill(pthread_self(),SIGKILL)
// heddle: verdict=clean args=-DDIES=raise(SIGKILL) -DFIXED
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_ready;

static void *prepare(void *unused) {
    pthread_mutex_lock(&lock);
    is_ready = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, prepare, NULL);
#ifdef FIXED
    pthread_join(thread, NULL);
#endif
    pthread_mutex_lock(&lock);
    int was_ready = is_ready;
    pthread_mutex_unlock(&lock);
    if (!was_ready) {
        DIES;
    }
#ifndef FIXED
    pthread_join(thread, NULL);
#endif
    return 0;
}
