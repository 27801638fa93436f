// Two classes of operations on a database, A and B. Operations of one class may overlap; A and B may not. The first
// operation of a class takes `database` for its class, the last one gives it back (the Inspect paper, figure 3).
//
// The bug: both classes count their operations under the same mutex `counts`, and the first operation of a class
// waits for `database` while it holds `counts`. The other class owns `database` and needs `counts` to give it back.
// Each waits for the other. (As in the paper, the operation that gives `database` back may not be the one that took it:
// with one operation of each class it always is.)
// The fix (-DFIXED): a mutex for the counts of each class.
//
//   heddle check 01-database-deadlock.c
//   heddle check -DFIXED 01-database-deadlock.c
//
// heddle: verdict=bug kind=deadlock cause=lock-cycle
// heddle: verdict=clean executions=2 args=-DFIXED
#include <pthread.h>

struct class {
    pthread_mutex_t *counts;
    int running;
};

static pthread_mutex_t database = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t counts = PTHREAD_MUTEX_INITIALIZER;
#ifdef FIXED
static pthread_mutex_t counts_of_b = PTHREAD_MUTEX_INITIALIZER;
static struct class a = {&counts, 0}, b = {&counts_of_b, 0};
#else
static struct class a = {&counts, 0}, b = {&counts, 0};
#endif

static void *operate(void *argument) {
    struct class *class = argument;
    pthread_mutex_lock(class->counts);
    if (++class->running == 1) {
        pthread_mutex_lock(&database);
    }
    pthread_mutex_unlock(class->counts);

    // the operation itself

    pthread_mutex_lock(class->counts);
    if (--class->running == 0) {
        pthread_mutex_unlock(&database);
    }
    pthread_mutex_unlock(class->counts);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, operate, &a);
    pthread_create(&threads[1], NULL, operate, &b);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
