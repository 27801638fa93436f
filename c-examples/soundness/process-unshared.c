// Objects in memory that processes share, which were not initialised to be shared: with libc, a wake of one process does not reach the
// other one, which sleeps for good. POSIX leaves it undefined. The fix (-DFIXED) initialises them to be shared.
//
// heddle: verdict=bug kind=misuse cause="pthread_mutex_lock: two processes use the mutex, which was not initialised to be shared between them" args=-DTEST=by_mutex
// heddle: verdict=clean args=-DTEST=by_mutex -DFIXED
// heddle: verdict=bug kind=misuse cause="pthread_cond_signal: two processes use the condition variable, which was not initialised to be shared between them" args=-DTEST=by_condition
// heddle: verdict=clean args=-DTEST=by_condition -DFIXED
// heddle: verdict=bug kind=misuse cause="sem_wait: two processes use the semaphore, which was not initialised to be shared between them" args=-DTEST=by_semaphore
// heddle: verdict=clean args=-DTEST=by_semaphore -DFIXED
// heddle: verdict=bug kind=misuse cause="pthread_barrier_wait: two processes use the barrier, which was not initialised to be shared between them" args=-DTEST=by_barrier
// heddle: verdict=clean args=-DTEST=by_barrier -DFIXED
// heddle: verdict=bug kind=misuse cause="pthread_rwlock_wrlock: two processes use the rwlock, which was not initialised to be shared between them" args=-DTEST=by_lock
// heddle: verdict=clean args=-DTEST=by_lock -DFIXED
// heddle: verdict=clean args=-DTEST=by_one
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef FIXED
enum { SHARED = PTHREAD_PROCESS_SHARED };
#else
enum { SHARED = PTHREAD_PROCESS_PRIVATE };
#endif

static struct shared {
    pthread_mutex_t mutex, around;
    pthread_cond_t changed;
    sem_t posted;
    pthread_barrier_t barrier;
    pthread_rwlock_t lock;
    bool is_ready;
} *shared;

static inline void by_mutex(bool is_child) {
    (void)is_child;
    pthread_mutex_lock(&shared->mutex);
    pthread_mutex_unlock(&shared->mutex);
}

static inline void by_condition(bool is_child) {
    pthread_mutex_lock(&shared->around);
    shared->is_ready |= is_child;
    pthread_cond_signal(&shared->changed);
    while (!shared->is_ready) {
        pthread_cond_wait(&shared->changed, &shared->around);
    }
    pthread_mutex_unlock(&shared->around);
}

static inline void by_semaphore(bool is_child) { is_child ? sem_post(&shared->posted) : sem_wait(&shared->posted); }

static inline void by_barrier(bool is_child) {
    (void)is_child;
    pthread_barrier_wait(&shared->barrier);
}

static inline void by_lock(bool is_child) {
    (void)is_child;
    pthread_rwlock_wrlock(&shared->lock);
    pthread_rwlock_unlock(&shared->lock);
}

static inline void by_one(bool is_child) {
    if (is_child) {
        by_lock(is_child);
    }
}

int main(void) {
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert(shared != MAP_FAILED);
    pthread_mutexattr_t mutex;
    pthread_mutexattr_init(&mutex);
    pthread_mutexattr_setpshared(&mutex, SHARED);
    pthread_mutex_init(&shared->mutex, &mutex);
    pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&shared->around, &mutex);
    pthread_condattr_t condition;
    pthread_condattr_init(&condition);
    pthread_condattr_setpshared(&condition, SHARED);
    pthread_cond_init(&shared->changed, &condition);
    sem_init(&shared->posted, (int)SHARED == (int)PTHREAD_PROCESS_SHARED, 0);
    pthread_barrierattr_t barrier;
    pthread_barrierattr_init(&barrier);
    pthread_barrierattr_setpshared(&barrier, SHARED);
    pthread_barrier_init(&shared->barrier, &barrier, 2);
    pthread_rwlockattr_t lock;
    pthread_rwlockattr_init(&lock);
    pthread_rwlockattr_setpshared(&lock, SHARED);
    pthread_rwlock_init(&shared->lock, &lock);
    pid_t child = fork();
    TEST(child == 0);
    if (child == 0) {
        _exit(0);
    }
    waitpid(child, NULL, 0);
    return 0;
}
