// executions: 1
#include <pthread.h>
#include <semaphore.h>

static sem_t items, room;

static void *producer(void *unused) {
    for (int i = 0; i < 3; i++) {
        sem_wait(&room);
        sem_post(&items);
    }
    return unused;
}

static void *consumer(void *unused) {
    for (int i = 0; i < 3; i++) {
        sem_wait(&items);
        sem_post(&room);
    }
    return unused;
}

int main(void) {
    pthread_t a, b;
    sem_init(&items, 0, 0);
    sem_init(&room, 0, 1);
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
