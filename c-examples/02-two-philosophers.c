// Two philosophers share two forks (the Inspect paper, figure 7). A fork is a flag under a mutex; who finds it taken
// waits on a condition variable. Both take fork 0 first, so nobody can hold one and wait for the other for good: clean.
//
// With -DOPPOSITE the second philosopher begins with fork 1. Each may then hold one fork and wait for the other. The
// mutexes are free, so a tool that looks for cycles of locks only sees nothing; Heddle sees two threads that wait on
// conditions, and nobody left who could signal.
//
//   heddle check 02-two-philosophers.c
//   heddle check -DOPPOSITE 02-two-philosophers.c
//
// heddle: verdict=clean executions=8
// heddle: verdict=bug kind=deadlock cause=condition args=-DOPPOSITE
// heddle: verdict=bug kind=deadlock cause=condition executions=5 args=-DOPPOSITE --keep-going
#include <pthread.h>
#include <stdbool.h>

struct fork {
    pthread_mutex_t mutex;
    pthread_cond_t freed;
    bool taken;
};

static struct fork forks[2] = {
    {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false},
    {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false},
};

static void take(struct fork *fork) {
    pthread_mutex_lock(&fork->mutex);
    while (fork->taken) {
        pthread_cond_wait(&fork->freed, &fork->mutex);
    }
    fork->taken = true;
    pthread_mutex_unlock(&fork->mutex);
}

static void put_back(struct fork *fork) {
    pthread_mutex_lock(&fork->mutex);
    fork->taken = false;
    pthread_mutex_unlock(&fork->mutex);
    pthread_cond_signal(&fork->freed);
}

static void *philosopher(void *first_fork) {
    struct fork *first = first_fork;
    struct fork *second = first == &forks[0] ? &forks[1] : &forks[0];
    take(first);
    take(second);
    put_back(first);
    put_back(second);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, philosopher, &forks[0]);
#ifdef OPPOSITE
    pthread_create(&threads[1], NULL, philosopher, &forks[1]);
#else
    pthread_create(&threads[1], NULL, philosopher, &forks[0]);
#endif
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
