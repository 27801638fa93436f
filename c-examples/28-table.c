// Threads that each update a place of their own in a table, which one mutex protects.
//
// No bug. The order of critical sections that touch different data makes no difference, so with --coarser=lock there is one class; where
// two threads share a place, their sections are ordered. Without options this is tried once 64 executions have been run. See
// docs/search.md.
//
//   heddle check 28-table.c
//   heddle check --coarser=lock 28-table.c
//   heddle check --coarser=lock -DSHARED 28-table.c
//   heddle check --coarser=none 28-table.c
//
// heddle: verdict=clean executions=64
// heddle: verdict=clean executions=71 args=-DSHARED
// heddle: verdict=clean executions=1 args=--coarser=lock
// heddle: verdict=clean executions=8 args=-DSHARED --coarser=lock
// heddle: verdict=clean executions=720 args=--coarser=none
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { THREADS = 6 };
#ifdef SHARED
enum { PLACES = THREADS / 2 };
#else
enum { PLACES = THREADS };
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int table[PLACES];

static void *update(void *number) {
    pthread_mutex_lock(&mutex);
    table[*(int *)number % PLACES]++;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    int numbers[THREADS];
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, update, &numbers[i]);
    }
    int sum = 0;
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    for (int i = 0; i < PLACES; i++) {
        sum += table[i];
    }
    assert(sum == THREADS);
    return 0;
}
