// A thread unmaps a page of its process's own that another thread may still write to: threads of a forked process, or with -DFIRST of the first
// one while its child lives. With -DFIXED it waits for the other thread first. With -DSHARED the child unmaps pages that it shares with its
// parent, which goes on to use them.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static char *page;
static sem_t *done;

static void *writes(void *unused) {
    page[0] = 1;
    return unused;
}

static void threads(void) {
    pthread_t other;
    page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&other, NULL, writes, NULL);
#ifdef FIXED
    pthread_join(other, NULL);
#endif
    munmap(page, 4096);
#ifndef FIXED
    pthread_join(other, NULL);
#endif
}

int main(void) {
    char *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    done = mmap(NULL, sizeof *done, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    sem_init(done, 1, 0);
    pid_t process = fork();
    if (process == 0) {
#ifdef SHARED
        munmap(shared, 4096);
#elif defined FIRST
        sem_wait(done);
#else
        threads();
#endif
        _exit(0);
    }
    shared[0] = 1;
#ifdef FIRST
    threads();
    sem_post(done);
#endif
    waitpid(process, NULL, 0);
    return 0;
}
