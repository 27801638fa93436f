// A mutex that is tried until it is got, politely. Clean, and proved so.
// The bug (-DNEVER): main keeps the mutex and waits for the thread that tries to get it.
//
//   heddle check 34-try-again.c
//   heddle check -DNEVER 34-try-again.c
//
// heddle: verdict=clean executions=3
// heddle: verdict=bug kind=livelock cause=spin args=-DNEVER
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    while (pthread_mutex_trylock(&mutex) != 0) {
        sched_yield();
    }
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, NULL, work, NULL);
#ifndef NEVER
    pthread_mutex_unlock(&mutex);
#endif
    pthread_join(thread, NULL);
    return 0;
}
