// A thread that goes on for ever is left behind when main returns. How often it has gone round by then makes no difference: it comes back to
// where it was, and the process may end once it has.
//
// -DLOCKS: each round takes a lock. -DWORKERS=3: main waits for three workers meanwhile, in 79 executions. It has as many with -DENDS, where the
// thread sleeps once. -DCOUNTS: the bug: a count that comes to 100 only after many rounds. -DCOUNTS -DFIXED: it never comes back, so there is
// no proof.
//
//   heddle check 34-left-behind.c
//   heddle check -DLOCKS 34-left-behind.c
//   heddle check -DWORKERS=3 34-left-behind.c
//   heddle check -DCOUNTS 34-left-behind.c
//   heddle check -DCOUNTS -DFIXED 34-left-behind.c
//
// heddle: verdict=clean executions=1
// heddle: verdict=clean executions=1 args=-DLOCKS
// heddle: verdict=clean executions=79 args=-DWORKERS=3
// heddle: verdict=clean executions=79 args=-DWORKERS=3 -DENDS
// heddle: verdict=bug kind=assertion cause=assertion args=-DCOUNTS
// heddle: verdict=inconclusive args=-DCOUNTS -DFIXED -i 300
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <unistd.h>

enum { LIMIT = 100 };

#ifdef LOCKS
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
#endif
#ifdef COUNTS
static atomic_int rounds;
#endif

static void *watch(void *unused) {
#ifndef ENDS
    for (;;)
#endif
    {
        usleep(1000);
#ifdef LOCKS
        pthread_mutex_lock(&own);
        pthread_mutex_unlock(&own);
#elif defined COUNTS && defined FIXED
        assert(atomic_fetch_add(&rounds, 1) >= 0);
#elif defined COUNTS
        assert(atomic_fetch_add(&rounds, 1) < LIMIT);
#endif
    }
    return unused;
}

#ifdef WORKERS
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t done;
static atomic_int count;

static void *work(void *number) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    atomic_fetch_add(&count, 1);
    sem_post(&done);
    return number;
}
#endif

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, watch, NULL);
    pthread_detach(thread);
#ifdef WORKERS
    sem_init(&done, 0, 0);
    for (int i = 0; i < WORKERS; i++) {
        pthread_create(&thread, NULL, work, (void *)(intptr_t)i);
        pthread_detach(thread);
    }
    for (int i = 0; i < WORKERS; i++) {
        sem_wait(&done);
    }
#endif
    return 0;
}
