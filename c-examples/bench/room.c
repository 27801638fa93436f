// N philosophers, a semaphore for each fork, and one for the room, which lets in all but one of them.
//
// A wait for the room and one who leaves it conflict by optimal reduction, whoever has had his place. There is no deadlock.
//
// heddle: verdict=clean executions=66 args=-DN=3
#include <pthread.h>
#include <semaphore.h>

static sem_t room, forks[N];

static void *philosopher(void *number) {
    long left = (long)number, right = (left + 1) % N;
    sem_wait(&room);
    sem_wait(&forks[left]);
    sem_wait(&forks[right]);
    sem_post(&forks[left]);
    sem_post(&forks[right]);
    sem_post(&room);
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    sem_init(&room, 0, N - 1);
    for (long i = 0; i < N; i++) {
        sem_init(&forks[i], 0, 1);
    }
    for (long i = 0; i < N; i++) {
        pthread_create(&threads[i], NULL, philosopher, (void *)i);
    }
    for (int i = 0; i < N; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
