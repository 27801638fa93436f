// A process that was forked posts a semaphore that it shares with its parent. A mutex of the parent's own is another matter (-DOWN):
// nobody else unlocks it.
//
// heddle: verdict=clean
// heddle: verdict=bug kind=deadlock cause=self-lock args=-DOWN
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static sem_t *shared;
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;

static void *take(void *unused) {
#ifdef OWN
    pthread_mutex_lock(&own);
    pthread_mutex_lock(&own);
#else
    sem_wait(shared);
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
    shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    sem_init(shared, 1, 0);
    if (fork() == 0) {
        sem_post(shared);
        _exit(0);
    }
    pthread_create(&thread, NULL, take, NULL);
    pthread_join(thread, NULL);
    wait(NULL);
    return 0;
}
