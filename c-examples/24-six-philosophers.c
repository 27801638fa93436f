// Six philosophers take the fork on their left, then the one on their right; each fork is a semaphore.
//
// The bug: when each has taken the fork on the left, nobody can go on. There are very many interleavings, and in few of them all six
// are between the two forks at once. One execution shows that forks are taken in orders that make a circle, and then threads that
// hold a fork are made to wait for each other at once.
//
//   heddle check 24-six-philosophers.c
//   heddle check --strategy=hold 24-six-philosophers.c
//
// heddle: verdict=bug kind=deadlock cause=semaphore args=-j 1 -i 150
// heddle: verdict=bug kind=deadlock cause=semaphore args=--strategy=hold -j 1 -i 50
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

enum { PHILOSOPHERS = 6, MEALS = 2 };

static sem_t forks[PHILOSOPHERS];

static void *dine(void *argument) {
    sem_t *left = argument;
    sem_t *right = &forks[(left - forks + 1) % PHILOSOPHERS];
    for (int meal = 0; meal < MEALS; meal++) {
        sem_wait(left);
        sem_wait(right);
        sem_post(left);
        sem_post(right);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[PHILOSOPHERS];
    for (int i = 0; i < PHILOSOPHERS; i++) {
        sem_init(&forks[i], 0, 1);
    }
    for (int i = 0; i < PHILOSOPHERS; i++) {
        pthread_create(&threads[i], NULL, dine, &forks[i]);
    }
    for (int i = 0; i < PHILOSOPHERS; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
