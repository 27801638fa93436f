// executions: 1, finding: livelock/spin
// The thread waits for main, which tries to join it and goes round its loop for ever: the order of the two does not matter.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

static sem_t go;

static void *work(void *unused) {
    sem_wait(&go);
    return unused;
}

static __attribute__((noinline)) void wait_for(pthread_t thread) {
    while (pthread_tryjoin_np(thread, NULL) == EBUSY) {
        sched_yield();
    }
}

int main(void) {
    pthread_t thread;
    sem_init(&go, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    wait_for(thread);
    sem_post(&go);
    return 0;
}
