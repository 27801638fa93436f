// Two processes take two semaphores with names in opposite orders. With -DFIXED both take them in one order, and with -DBY_NAME the child
// opens them by their names itself, which hold the number of the first process: what has a name is shared between processes without being
// asked to be.
//
// heddle: verdict=bug kind=deadlock cause=semaphore
// heddle: verdict=bug kind=deadlock cause=semaphore args=-DBY_NAME
// heddle: verdict=clean executions=8 args=-DFIXED -DBY_NAME
#include <assert.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static char reading_name[32], writing_name[32];

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
    snprintf(reading_name, sizeof reading_name, "/heddle-reading-%d", (int)getpid());
    snprintf(writing_name, sizeof writing_name, "/heddle-writing-%d", (int)getpid());
    sem_t *reading = opened(reading_name), *writing = opened(writing_name);
    if (fork() == 0) {
#ifdef BY_NAME
        reading = opened(reading_name);
        writing = opened(writing_name);
#endif
#ifdef FIXED
        take(reading, writing);
#else
        take(writing, reading);
#endif
        _exit(0);
    }
    take(reading, writing);
    wait(NULL);
    sem_unlink(reading_name);
    sem_unlink(writing_name);
    return 0;
}
