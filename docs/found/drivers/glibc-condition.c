/* Threads that take permits, each as many as it is told, and main, which gives the next one when all of them are idle. They wait for
 * permits by glibc's own condition variable, built from its sources under other names. If a signal is lost, all stay idle for good. */
#include <pthread.h>

int own_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int own_cond_signal(pthread_cond_t *condition);

#ifndef TAKES
#define TAKES 1, 3, 1
#endif
static const int takes[] = {TAKES};
enum { THREADS = sizeof takes / sizeof *takes };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t given = PTHREAD_COND_INITIALIZER; /* glibc's */
static pthread_cond_t idle = PTHREAD_COND_INITIALIZER;  /* Heddle's */
static int permits;
static int idlers;

static void rest(void) {
    idlers++;
    pthread_cond_signal(&idle);
}

static void *take(void *count) {
    pthread_mutex_lock(&mutex);
    for (int i = 0; i < *(const int *)count; i++) {
        while (permits == 0) {
            rest();
            own_cond_wait(&given, &mutex);
            idlers--;
        }
        permits--;
    }
    rest();
    pthread_mutex_unlock(&mutex);
    return NULL;
}

/* Gives a permit when all of the threads are idle. */
static void give(int threads) {
    pthread_mutex_lock(&mutex);
    while (permits > 0 || idlers < threads)
        pthread_cond_wait(&idle, &mutex);
    permits++;
    own_cond_signal(&given);
    pthread_mutex_unlock(&mutex);
}

int main(void) {
    pthread_t threads[THREADS];
    int left = 0;
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, take, (void *)&takes[i]);
        left += takes[i] - 1;
        give(i + 1);
    }
    while (left-- > 0)
        give(THREADS);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
