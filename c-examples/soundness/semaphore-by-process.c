// A semaphore's name that holds the number of the process, as tests make names of their own, is the same one in every execution.
//
// heddle: verdict=clean executions=2 args=-DNAME="/heddle-%d",own()
// heddle: verdict=clean executions=2 args=-DNAME="/heddle%d-%d",own(),7
// heddle: verdict=bug kind=assertion cause=assertion args=-DINITIAL=2 -DNAME="/heddle-%d",own()
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

#ifndef INITIAL
#define INITIAL 1
#endif

static sem_t *semaphore;
static volatile int inside;

static int own(void) { return (int)getpid(); }

static void *work(void *unused) {
    sem_wait(semaphore);
    assert(__sync_fetch_and_add(&inside, 1) == 0);
    __sync_fetch_and_sub(&inside, 1);
    sem_post(semaphore);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    char name[40];
    snprintf(name, sizeof name, NAME);
    semaphore = sem_open(name, O_CREAT, 0600, INITIAL);
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, work, NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    sem_close(semaphore);
    assert(sem_unlink(name) == 0);
    return 0;
}
