// executions: 2
#include <pthread.h>
#include <semaphore.h>

static sem_t sem;

static void *worker(void *unused) {
    sem_wait(&sem);
    sem_post(&sem);
    return unused;
}

int main(void) {
    pthread_t a, b;
    sem_init(&sem, 0, 1);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    sem_destroy(&sem);
    return 0;
}
