// A process unmaps memory while another one may have ended, or not: what the call counts as must not depend on that.
#include <assert.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static struct shared {
    sem_t begun;
    atomic_int count;
} *shared;

int main(void) {
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    sem_init(&shared->begun, 1, 0);
    pid_t child = fork();
    if (child == 0) {
        sem_post(&shared->begun);
        shared->count += 2;
        _exit(0);
    }
    sem_wait(&shared->begun);
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(page, 4096);
    int found = shared->count;
    waitpid(child, NULL, 0);
    assert(found == 0 || found == 2);
    return 0;
}
