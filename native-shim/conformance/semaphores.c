#include "conformance.h"

static sem_t sem;

static void *post(void *unused) {
    sem_post(&sem);
    return unused;
}

int main(void) {
    int value;
    CALL_ERRNO(sem_init(&sem, 0, (unsigned)SEM_VALUE_MAX + 1));
    CALL_ERRNO(sem_init(&sem, 0, 2));
    CALL_ERRNO(sem_getvalue(&sem, &value));
    SHOW(value);
    CALL_ERRNO(sem_wait(&sem));
    CALL_ERRNO(sem_trywait(&sem));
    CALL_ERRNO(sem_trywait(&sem));
    sem_getvalue(&sem, &value);
    SHOW(value);
    pthread_t thread;
    pthread_create(&thread, NULL, post, NULL);
    CALL_ERRNO(sem_wait(&sem));
    pthread_join(thread, NULL);
    CALL_ERRNO(sem_destroy(&sem));
    CALL_ERRNO(sem_init(&sem, 0, SEM_VALUE_MAX));
    CALL_ERRNO(sem_post(&sem));
    CALL_ERRNO(sem_wait(&sem));
    CALL_ERRNO(sem_post(&sem));
    CALL_ERRNO(sem_post(&sem));
    return 0;
}
