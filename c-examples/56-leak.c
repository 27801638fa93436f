// Memory that is lost in some interleavings only: two threads fill a cache, and each looks whether it is empty before it takes
// the lock.
//
// The bug: both find it empty, and the second one puts its table in place of the first one's, which nobody can free any more.
// The fix (-DFIXED): look again under the lock.
//
//   heddle check --leaks 56-leak.c
//   heddle check --leaks -DFIXED 56-leak.c
//
// heddle: verdict=bug kind=leak cause=leak args=--leaks
// heddle: verdict=clean args=--leaks -DFIXED
// heddle: verdict=clean
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct table {
    int rows;
    int *cells;
};

static struct table *_Atomic cache;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct table *make(int rows) {
    struct table *table = malloc(sizeof *table);
    table->rows = rows;
    table->cells = calloc(rows, sizeof *table->cells);
    return table;
}

static void *look_up(void *unused) {
    if (!cache) {
        pthread_mutex_lock(&mutex);
#ifdef FIXED
        if (!cache)
#endif
            cache = make(4);
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, look_up, NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0; // the last table is not freed, but not lost either
}
