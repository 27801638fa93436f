// The address of memory on the stack of a function goes to a thread that reads it after the memory has ended: a variable array (-DBLOCK:
// of a block, which ends before the function does), what alloca gives (-DALLOCA), or an argument that is a copy (-DCOPY). The fix
// (-DFIXED): the function waits until the thread has read.
//
// heddle: verdict=bug kind=data-race cause=read-write
// heddle: verdict=clean args=-DFIXED
// heddle: verdict=bug kind=data-race cause=read-write args=-DBLOCK
// heddle: verdict=clean args=-DBLOCK -DFIXED
// heddle: verdict=bug kind=data-race cause=read-write args=-DALLOCA
// heddle: verdict=clean args=-DALLOCA -DFIXED
// heddle: verdict=bug kind=data-race cause=read-write args=-DCOPY
// heddle: verdict=clean args=-DCOPY -DFIXED
#define _GNU_SOURCE
#include <alloca.h>
#include <pthread.h>
#include <semaphore.h>

struct job {
    int numbers[8];
};

static sem_t has_read;
static int seen;
static pthread_t thread;

static void *work(void *argument) {
    const int *numbers = argument;
    seen = numbers[1];
    sem_post(&has_read);
    return NULL;
}

static void start(int *numbers) {
    numbers[1] = 7;
    pthread_create(&thread, NULL, work, numbers);
#ifdef FIXED
    sem_wait(&has_read);
#endif
}

#if defined COPY
static void copy(struct job job) { start(job.numbers); }
static void run(int count) {
    struct job job = {.numbers = {count}};
    copy(job);
}
#elif defined ALLOCA
static void run(int count) { start(alloca((size_t)count * sizeof(int))); }
#elif defined BLOCK
static void run(int count) {
    if (count > 0) {
        int numbers[count];
        start(numbers);
    }
#ifndef FIXED
    sem_wait(&has_read);
#endif
    sem_post(&has_read);
}
#else
static void run(int count) {
    int numbers[count];
    start(numbers);
}
#endif

int main(void) {
    sem_init(&has_read, 0, 0);
    run(8);
    pthread_join(thread, NULL);
    return seen != 7;
}
