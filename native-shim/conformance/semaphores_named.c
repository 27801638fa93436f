#include "conformance.h"

static sem_t *shared;

static void *post(void *unused) {
    sem_post(shared);
    return unused;
}

int main(void) {
    int value;
    char name[64];
    snprintf(name, sizeof name, "/heddle-conformance-%d", (int)getpid());
    SHOW(sem_open("/heddle-no-such-semaphore", 0) == SEM_FAILED);
    printf("%s\n", error_name(errno));
    SHOW(sem_open("/", O_CREAT, 0600, 1) == SEM_FAILED);
    printf("%s\n", error_name(errno));
    shared = sem_open(name, O_CREAT | O_EXCL, 0600, 1);
    SHOW(shared != SEM_FAILED);
    SHOW(sem_open(name, O_CREAT | O_EXCL, 0600, 1) == SEM_FAILED);
    printf("%s\n", error_name(errno));
    sem_t *again = sem_open(name, O_CREAT, 0600, 7);
    SHOW(again == shared);
    sem_getvalue(again, &value);
    SHOW(value);
    CALL_ERRNO(sem_wait(shared));
    pthread_t thread;
    pthread_create(&thread, NULL, post, NULL);
    CALL_ERRNO(sem_wait(again));
    pthread_join(thread, NULL);
    CALL_ERRNO(sem_unlink(name));
    CALL_ERRNO(sem_unlink(name));
    sem_t *other = sem_open(name, O_CREAT, 0600, 3);
    SHOW(other == shared);
    sem_getvalue(other, &value);
    SHOW(value);
    sem_getvalue(shared, &value);
    SHOW(value);
    CALL_ERRNO(sem_close(shared));
    CALL_ERRNO(sem_close(again));
    CALL_ERRNO(sem_close(other));
    CALL_ERRNO(sem_unlink(name));
    return 0;
}
