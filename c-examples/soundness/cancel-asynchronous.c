// A thread that can be cancelled at any moment is: with a lock in its hand, between two writes that belong together, within malloc or
// printf, where it waits. Its twin shuts cancellation out (-DFIXED), or gives back in a cleanup handler what it holds.
//
//   heddle check -DTHREAD=locks c-examples/soundness/cancel-asynchronous.c
//
// heddle: verdict=bug kind=deadlock cause=owner-exited args=-DTHREAD=locks
// heddle: verdict=clean args=-DTHREAD=locks -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=-DTHREAD=writes -DMUST_NOT_BE=0
// heddle: verdict=bug kind=assertion cause=assertion args=-DTHREAD=writes -DMUST_NOT_BE=1
// heddle: verdict=bug kind=assertion cause=assertion args=-DTHREAD=writes -DMUST_NOT_BE=2
// heddle: verdict=bug kind=assertion cause=assertion args=-DTHREAD=writes -DMUST_NOT_BE=3
// heddle: verdict=clean args=-DTHREAD=writes -DMUST_NOT_BE=4
// heddle: verdict=clean args=-DTHREAD=writes -DMUST_NOT_BE=1 -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=-DTHREAD=adds -DMUST_NOT_BE=1
// heddle: verdict=clean args=-DTHREAD=adds -DMUST_NOT_BE=1 -DFIXED
// heddle: verdict=bug kind=misuse cause="malloc: asynchronous cancellation ends the thread within it, which may leave what it changes locked or broken" args=-DTHREAD=allocates
// heddle: verdict=bug kind=misuse cause="printf: asynchronous cancellation ends the thread within it, which may leave what it changes locked or broken" args=-DTHREAD=prints
// heddle: verdict=clean args=-DTHREAD=allocates -DFIXED
// heddle: verdict=clean args=-DTHREAD=prints -DFIXED
// heddle: verdict=clean args=-DTHREAD=waits
// heddle: verdict=bug kind=deadlock cause=mixed-cycle args=-DTHREAD=waits -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=-DTHREAD=cleans_up -DMUST_NOT_BE=1
// heddle: verdict=clean args=-DTHREAD=cleans_up -DMUST_NOT_BE=2
// heddle: verdict=clean args=-DTHREAD=idles
// heddle: verdict=clean args=-DTHREAD=pauses
// heddle: verdict=bug kind=assertion cause=assertion args=-DTHREAD=pauses -DMUST_NOT_BE=5
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef MUST_NOT_BE
#define MUST_NOT_BE -1
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, never = PTHREAD_MUTEX_INITIALIZER;
static int steps;
static atomic_int atomic_steps;

static void begin(void) {
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
#ifdef FIXED
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
#endif
}

static void end(void) {
#ifdef FIXED
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
#endif
}

void *locks(void *unused) {
    begin();
    pthread_mutex_lock(&mutex);
    steps = 3;
    pthread_mutex_unlock(&mutex);
    end();
    return unused;
}

void *writes(void *unused) {
    begin();
    steps = 1;
    steps = 2;
    steps = 3;
    end();
    return unused;
}

void *adds(void *unused) {
    begin();
    atomic_steps++;
    atomic_steps++;
    end();
    return unused;
}

void *allocates(void *unused) {
    begin();
    char *volatile memory = malloc(8);
    end();
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, NULL);
    free(memory);
    return unused;
}

void *prints(void *unused) {
    begin();
    printf("%d steps\n", MUST_NOT_BE);
    end();
    return unused;
}

void *waits(void *unused) {
    begin();
    pthread_mutex_lock(&never);
    return unused;
}

void *idles(void *unused) {
    begin();
    for (;;) {
    }
    return unused;
}

void *pauses(void *unused) {
    steps = 5;
    begin();
    for (;;) {
        __asm__ volatile("pause");
    }
    return unused;
}

static void give_back(void *unused) {
    (void)unused;
    steps = 1;
    pthread_mutex_unlock(&mutex);
}

void *cleans_up(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(give_back, NULL);
    begin();
    steps = 2;
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, NULL);
    pthread_cleanup_pop(0);
    steps = 3;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_mutex_lock(&never);
    pthread_create(&thread, NULL, THREAD, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    pthread_mutex_lock(&mutex);
    assert(steps != MUST_NOT_BE);
    assert(MUST_NOT_BE == -1 || steps != 0 || atomic_steps != MUST_NOT_BE);
    pthread_mutex_unlock(&mutex);
    return 0;
}
