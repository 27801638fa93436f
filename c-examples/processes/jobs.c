// A pool of worker processes takes jobs out of a queue in shared memory. The parent signals once for both jobs: a worker sleeps for
// ever, beside a job. -DFIXED signals for each.
//
//   heddle check c-examples/processes/jobs.c
//
// heddle: verdict=bug kind=lost-wakeup cause=woke-another
// heddle: verdict=clean args=-DFIXED
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORKERS 2

static struct pool {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    int jobs, done;
} *pool;

static void work(void) {
    pthread_mutex_lock(&pool->lock);
    while (pool->jobs == 0) {
        pthread_cond_wait(&pool->filled, &pool->lock);
    }
    pool->jobs--;
    pool->done++;
    pthread_mutex_unlock(&pool->lock);
}

static void make_pool(void) {
    pool = mmap(NULL, sizeof *pool, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert(pool != MAP_FAILED);
    pthread_mutexattr_t lock;
    pthread_mutexattr_init(&lock);
    pthread_mutexattr_setpshared(&lock, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&pool->lock, &lock);
    pthread_condattr_t filled;
    pthread_condattr_init(&filled);
    pthread_condattr_setpshared(&filled, PTHREAD_PROCESS_SHARED);
    pthread_cond_init(&pool->filled, &filled);
}

int main(void) {
    make_pool();
    pid_t workers[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
        workers[i] = fork();
        if (workers[i] == 0) {
            work();
            _exit(0);
        }
    }
    pthread_mutex_lock(&pool->lock);
    pool->jobs = WORKERS;
#ifdef FIXED
    pthread_cond_broadcast(&pool->filled);
#else
    pthread_cond_signal(&pool->filled);
#endif
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < WORKERS; i++) {
        assert(waitpid(workers[i], NULL, 0) == workers[i]);
    }
    assert(pool->done == WORKERS);
    return 0;
}
