// A thread is given the address of a local variable of a function that returns before the thread has read it. The compiler inlines that
// function, and another one has its frame where the variable was, so that only the return itself tells. The fix (-DFIXED): the function
// waits. With -DFLAG it waits for an atomic flag beside the variable, after which the thread may (-DLATE) not touch either.
//
// heddle: verdict=bug kind=data-race cause=read-write
// heddle: verdict=clean args=-DFIXED
// heddle: verdict=clean args=-DFLAG
// heddle: verdict=bug kind=data-race cause=write-write args=-DFLAG -DLATE
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

struct job {
    int number, last;
    atomic_int done;
};

static sem_t has_read;
static int seen;

static void *work(void *argument) {
    struct job *job = argument;
    seen = job->number;
    sem_post(&has_read);
#ifdef FLAG
    atomic_store(&job->done, 1);
#ifdef LATE
    job->last = 1;
#endif
#endif
    return NULL;
}

static void start(pthread_t *thread) {
    struct job job = {.number = 7};
    pthread_create(thread, NULL, work, &job);
#ifdef FIXED
    sem_wait(&has_read);
#elif defined FLAG
    while (!atomic_load(&job.done)) {
    }
#endif
}

static int sum(int from) {
    volatile int numbers[16];
    for (int i = 0; i < 16; i++) {
        numbers[i] = from + i;
    }
    return numbers[15];
}

int main(void) {
    pthread_t thread;
    sem_init(&has_read, 0, 0);
    start(&thread);
    int number = sum(1);
#ifndef FIXED
    sem_wait(&has_read);
#endif
    pthread_join(thread, NULL);
    return number != 16 || seen == 8;
}
