// Two processes take two semaphores with names in opposite orders. With -DFIXED both take them in one order, and the child opens them
// by their names itself: what has a name is shared between processes without being asked to be.
//
// heddle: verdict=bug kind=deadlock cause=semaphore
// heddle: verdict=clean args=-DFIXED
#include <assert.h>
#include <fcntl.h>
#include <semaphore.h>
#include <sys/wait.h>
#include <unistd.h>

static sem_t *opened(const char *name) {
    sem_t *semaphore = sem_open(name, O_CREAT, 0600, 1);
    assert(semaphore != SEM_FAILED);
    return semaphore;
}

static void take(sem_t *first, sem_t *second) {
    sem_wait(first);
    sem_wait(second);
    sem_post(second);
    sem_post(first);
}

int main(void) {
    sem_t *reading = opened("/heddle-reading"), *writing = opened("/heddle-writing");
    if (fork() == 0) {
#ifdef FIXED
        take(opened("/heddle-reading"), opened("/heddle-writing"));
#else
        take(writing, reading);
#endif
        _exit(0);
    }
    take(reading, writing);
    wait(NULL);
    sem_unlink("/heddle-reading");
    sem_unlink("/heddle-writing");
    return 0;
}
