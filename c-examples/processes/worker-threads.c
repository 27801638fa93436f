// A server forks a worker before it serves, and the worker has two threads. What they count is in the worker's own memory: the server's
// copy of it stays as it was. Without a lock the counts race, and one gets lost; -DLATE frees what the other thread still uses. -DLOCK
// locks a mutex of the worker's own. -DATOMIC needs none.
//
//   heddle check c-examples/processes/worker-threads.c
//
// heddle: verdict=bug kind=assertion cause=assertion races=1
// heddle: verdict=clean args=-DLOCK
// heddle: verdict=clean args=-DATOMIC
// heddle: verdict=bug kind=use-after-free cause=use-after-free races=1 args=-DATOMIC -DLATE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

struct statistics {
    pthread_mutex_t lock;
#ifdef ATOMIC
    atomic_int hits;
#else
    int hits;
#endif
};

static struct statistics *statistics;

static void *serve(void *unused) {
#ifdef LOCK
    pthread_mutex_lock(&statistics->lock);
#endif
    statistics->hits++;
#ifdef LOCK
    pthread_mutex_unlock(&statistics->lock);
#endif
    return unused;
}

static void work(void) {
    pthread_t other;
    pthread_create(&other, NULL, serve, NULL);
    serve(NULL);
#ifdef LATE
    free(statistics);
    pthread_join(other, NULL);
#else
    pthread_join(other, NULL);
    assert(statistics->hits == 2);
    free(statistics);
#endif
}

int main(void) {
    statistics = calloc(1, sizeof *statistics);
    pthread_mutex_init(&statistics->lock, NULL);
    pid_t worker = fork();
    if (worker == 0) {
        work();
        _exit(0);
    }
    int status;
    waitpid(worker, &status, 0);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert(statistics->hits == 0);
    free(statistics);
    return 0;
}
