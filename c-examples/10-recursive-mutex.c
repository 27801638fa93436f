// Two threads sum up a tree, each node visited under the same recursive mutex, which a thread that holds it may lock
// again. Clean.
//
// Only the outermost lock and unlock matter to other threads, so two threads have two orders, however deep they go.
//
//   heddle check 10-recursive-mutex.c
//
// heddle: verdict=clean executions=2
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

#define DEPTH 6

static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int visited;

static int leaves_below(int depth) {
    pthread_mutex_lock(&mutex);
    visited++;
    int leaves = depth == 0 ? 1 : leaves_below(depth - 1) + leaves_below(depth - 1);
    pthread_mutex_unlock(&mutex);
    return leaves;
}

static void *count_leaves(void *unused) {
    int leaves = leaves_below(DEPTH);
    assert(leaves == 1 << DEPTH);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, count_leaves, NULL);
    pthread_create(&threads[1], NULL, count_leaves, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(visited == 2 * ((2 << DEPTH) - 1));
    return 0;
}
