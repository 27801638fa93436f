// executions: 1, finding: deadlock/semaphore
#include <pthread.h>
#include <semaphore.h>

static sem_t sem;

static void *worker(void *unused) {
    sem_wait(&sem);
    return unused;
}

int main(void) {
    pthread_t a;
    sem_init(&sem, 0, 0);
    pthread_create(&a, NULL, worker, NULL);
    pthread_join(a, NULL);
    return 0;
}
