// Each process opens and closes named semaphores for itself. A process that is forked has those open that its parent had; what it closes
// stays open in the parent, and what the parent closes stays open in it. One that a constructor has opened is like the others. With
// -DTWICE the child closes one twice, with -DUSED a thread posts to it while another one closes it, and with -DAGAIN it was opened twice,
// and so is open still.
//
// heddle: verdict=clean
// heddle: verdict=clean args=-DEARLY
// heddle: verdict=clean args=-DAGAIN
// heddle: verdict=bug kind=misuse cause="sem_close: no open named semaphore" args=-DTWICE
// heddle: verdict=bug kind=misuse cause="sem_post: no open named semaphore" args=-DUSED
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static sem_t *ready;
static char name[32]; // of this run alone

#ifdef EARLY
__attribute__((constructor))
#endif
static void
open_ready(void) {
    snprintf(name, sizeof name, "/heddle-closed-%d", (int)getpid());
    ready = sem_open(name, O_CREAT | O_EXCL, 0600, 0);
    assert(ready != SEM_FAILED);
#ifndef AGAIN
    sem_unlink(name);
#endif
}

#if defined USED || defined AGAIN
static void *posts(void *unused) {
    (void)unused;
    sem_post(ready);
    return NULL;
}
#endif

int main(void) {
#ifndef EARLY
    open_ready();
#endif
#if defined USED || defined AGAIN
    sem_t *again = NULL;
#ifdef AGAIN
    again = sem_open(name, 0);
    assert(again == ready);
    sem_unlink(name);
#endif
    pthread_t poster;
    pthread_create(&poster, NULL, posts, NULL);
    int error = sem_close(again ? again : ready);
    assert(error == 0);
    pthread_join(poster, NULL);
#else
    if (fork() == 0) {
        sem_post(ready);
        int error = sem_close(ready);
        assert(error == 0);
#ifdef TWICE
        sem_close(ready);
#endif
        _exit(0);
    }
    sem_wait(ready);
    int error = sem_close(ready);
    assert(error == 0);
    wait(NULL);
#endif
    return 0;
}
