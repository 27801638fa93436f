// Three philosophers with a semaphore for each fork. Each takes the one on his left first, so all may hold one and wait for the next.
// With RIGHT the last one begins with the other fork, and all eat.
//
// heddle: verdict=bug kind=deadlock cause=semaphore
// heddle: verdict=clean args=-DRIGHT
#include <pthread.h>
#include <semaphore.h>

enum { PHILOSOPHERS = 3 };

static sem_t forks[PHILOSOPHERS];

static void *eat(void *argument) {
    int left = *(int *)argument;
    int right = (left + 1) % PHILOSOPHERS;
#ifdef RIGHT
    int first = left < right ? left : right;
#else
    int first = left;
#endif
    int second = first == left ? right : left;
    sem_wait(&forks[first]);
    sem_wait(&forks[second]);
    sem_post(&forks[second]);
    sem_post(&forks[first]);
    return NULL;
}

int main(void) {
    pthread_t threads[PHILOSOPHERS];
    int numbers[PHILOSOPHERS];
    for (int i = 0; i < PHILOSOPHERS; i++) {
        sem_init(&forks[i], 0, 1);
    }
    for (int i = 0; i < PHILOSOPHERS; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, eat, &numbers[i]);
    }
    for (int i = 0; i < PHILOSOPHERS; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
