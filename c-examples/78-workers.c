// Four workers take jobs from one queue until there are none, and keep what they have made in a table.
//
// No bug. All of them run the same function with the same argument, so which of them is which makes no difference: with --coarser=thread
// classes are explored under one name, not under 24; without options once 1 000 executions have been run. -DNAMED gives each worker an
// argument of its own. See docs/search.md.
//
//   heddle check 78-workers.c
//   heddle check --coarser=thread,lock 78-workers.c
//   heddle check -DNAMED 78-workers.c
//
// heddle: verdict=clean executions=1248
// heddle: verdict=clean executions=187 args=--coarser=thread,lock
// heddle: verdict=clean executions=4740 args=--coarser=lock
// heddle: verdict=clean executions=4816 args=-DNAMED
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

enum { WORKERS = 4, JOBS = 6 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int jobs = JOBS;
static int *made[JOBS];

static int next_job(void) {
    pthread_mutex_lock(&mutex);
    int job = jobs > 0 ? --jobs : -1;
    pthread_mutex_unlock(&mutex);
    return job;
}

static void *work(void *unused) {
    (void)unused;
    for (int job = next_job(); job >= 0; job = next_job()) {
        int *result = malloc(sizeof *result);
        assert(result);
        *result = job * job;
        pthread_mutex_lock(&mutex);
        made[job] = result;
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

int main(void) {
    pthread_t workers[WORKERS];
    for (intptr_t i = 0; i < WORKERS; i++) {
#ifdef NAMED
        pthread_create(&workers[i], NULL, work, (void *)i);
#else
        pthread_create(&workers[i], NULL, work, NULL);
#endif
    }
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(workers[i], NULL);
    }
    for (int i = 0; i < JOBS; i++) {
        assert(*made[i] == i * i);
        free(made[i]);
    }
    return 0;
}
