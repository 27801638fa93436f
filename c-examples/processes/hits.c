// A server that forks before it serves: its workers count hits in shared memory. Without a lock the counts race, and one gets lost.
// -DLOCK locks a mutex that the processes share. -DLOCK -DCOPIES locks a mutex in the program's own memory, of which each process has
// a copy. -DATOMIC needs none.
//
//   heddle check c-examples/processes/hits.c
//
// heddle: verdict=bug kind=assertion cause=assertion races=1
// heddle: verdict=bug kind=assertion cause=assertion races=1 args=-DLOCK -DCOPIES
// heddle: verdict=clean args=-DLOCK
// heddle: verdict=clean args=-DATOMIC
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORKERS 2

static struct statistics {
    pthread_mutex_t lock;
#ifdef ATOMIC
    atomic_int hits;
#else
    int hits;
#endif
} *statistics;

#ifdef COPIES
static pthread_mutex_t own_lock = PTHREAD_MUTEX_INITIALIZER;
#define LOCK_OF_HITS (&own_lock)
#else
#define LOCK_OF_HITS (&statistics->lock)
#endif

static int served; // each process has its own

static void serve(void) {
#ifdef LOCK
    pthread_mutex_lock(LOCK_OF_HITS);
#endif
    statistics->hits++;
#ifdef LOCK
    pthread_mutex_unlock(LOCK_OF_HITS);
#endif
    served++;
}

int main(void) {
    statistics = mmap(NULL, sizeof *statistics, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert(statistics != MAP_FAILED);
    pthread_mutexattr_t shared;
    pthread_mutexattr_init(&shared);
    pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&statistics->lock, &shared);
    for (int i = 0; i < WORKERS; i++) {
        if (fork() == 0) {
            serve();
            _exit(served == 1 ? 0 : 1);
        }
    }
    int status;
    while (wait(&status) > 0) {
        assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    assert(served == 0 && statistics->hits == WORKERS);
    return 0;
}
