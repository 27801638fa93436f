/* What is gone is used at several places: one mistake each. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t more;
    int jobs, threads;
};

static struct pool *pool;
static sem_t stopped;

#if CASE == 1 || CASE == 2 /* the block is freed before the worker is done with it; in case 2 its objects are destroyed first */
static void *worker(void *unused) {
    (void)unused;
    sem_wait(&stopped);
    pthread_mutex_lock(&pool->lock);
    pool->jobs++;
    pthread_cond_signal(&pool->more);
    int threads = pool->threads;
    pthread_mutex_unlock(&pool->lock);
    return threads ? NULL : unused;
}

static void stop(void) {
#if CASE == 2
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->more);
#endif
    free(pool);
    sem_post(&stopped);
}
#endif

#if CASE == 3 /* a mutex is used at several places after it was destroyed */
static void *worker(void *unused) {
    sem_wait(&stopped);
    if (pthread_mutex_trylock(&pool->lock) == 0) {
        pthread_mutex_unlock(&pool->lock);
    }
    pthread_mutex_lock(&pool->lock);
    pthread_mutex_unlock(&pool->lock);
    return unused;
}

static void stop(void) {
    pthread_mutex_destroy(&pool->lock);
    sem_post(&stopped);
}
#endif

#if CASE == 4 /* two blocks, two mistakes: the one is used, the other is freed again */
static struct pool *other;

static void *worker(void *unused) {
    (void)unused;
    sem_wait(&stopped);
    pool->jobs++;
    free(other);
    return NULL;
}

static void stop(void) {
    other = malloc(sizeof *other);
    free(pool);
    free(other);
    sem_post(&stopped);
}
#endif

#if CASE == 5 /* one block is used and freed again */
static void *worker(void *unused) {
    (void)unused;
    sem_wait(&stopped);
    pool->jobs++;
    free(pool);
    return NULL;
}

static void stop(void) {
    free(pool);
    sem_post(&stopped);
}
#endif

int main(void) {
    pthread_t thread;
    sem_init(&stopped, 0, 0);
    pool = malloc(sizeof *pool);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->more, NULL);
    pool->jobs = 0;
    pool->threads = 1;
    pthread_create(&thread, NULL, worker, NULL);
    stop();
    pthread_join(thread, NULL);
    return 0;
}
