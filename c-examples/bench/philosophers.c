// N philosophers, who take forks that are semaphores. A semaphore for the room lets all but one of them in.
//
//   heddle check --bound none philosophers.c
//
// heddle: verdict=clean executions=66 args=--bound none
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static sem_t room, forks[N];

static void *dine(void *fork) {
    sem_t *left = fork;
    sem_t *right = &forks[(left - forks + 1) % N];
    sem_wait(&room);
    sem_wait(left);
    sem_wait(right);
    sem_post(right);
    sem_post(left);
    sem_post(&room);
    return NULL;
}

int main(void) {
    sem_init(&room, 0, N - 1);
    for (int i = 0; i < N; i++) {
        sem_init(&forks[i], 0, 1);
    }
    pthread_t threads[N];
    for (int i = 0; i < N; i++) {
        pthread_create(&threads[i], NULL, dine, &forks[i]);
    }
    for (int i = 0; i < N; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
