// A process that was forked finds the objects of its parent as they were: what the parent had taken is taken there, too.
//
//   (nothing)      a mutex that the parent has locked
//   -DOTHER        a mutex that another thread of the parent has locked
//   -DRECURSIVE    a recursive mutex that the parent has locked twice: its owner is a thread that the child does not have
//   -DSEMAPHORE    a semaphore that the parent has taken
//   -DRWLOCK       a read-write lock that the parent reads
//   -DSPIN         a spinlock that the parent has locked
//   -DONCE         an initialiser that has run
// The bug (-DBUG): the parent has not taken it.
//
//   heddle check c-examples/soundness/process-inherits.c
//
// heddle: verdict=clean
// heddle: verdict=clean args=-DOTHER
// heddle: verdict=clean args=-DRECURSIVE
// heddle: verdict=clean args=-DSEMAPHORE
// heddle: verdict=clean args=-DRWLOCK
// heddle: verdict=clean args=-DSPIN
// heddle: verdict=clean args=-DONCE
// heddle: verdict=bug kind=assertion cause=assertion args=-DBUG
// heddle: verdict=bug kind=assertion cause=assertion args=-DSEMAPHORE -DBUG
// heddle: verdict=bug kind=assertion cause=assertion args=-DRWLOCK -DBUG
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined SEMAPHORE
static sem_t semaphore;
static void take(void) { sem_wait(&semaphore); }
static int is_taken(void) { return sem_trywait(&semaphore) != 0; }
#elif defined RWLOCK
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static void take(void) { pthread_rwlock_rdlock(&rwlock); }
static int is_taken(void) { return pthread_rwlock_trywrlock(&rwlock) != 0 && pthread_rwlock_tryrdlock(&rwlock) == 0; }
#elif defined SPIN
static pthread_spinlock_t lock;
static void take(void) { pthread_spin_lock(&lock); }
static int is_taken(void) { return pthread_spin_trylock(&lock) != 0; }
#elif defined ONCE
static pthread_once_t control = PTHREAD_ONCE_INIT;
static int times;
static void count(void) { times++; }
static void take(void) { pthread_once(&control, count); }
static int is_taken(void) {
    take();
    return times == 1;
}
#elif defined RECURSIVE
static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static void take(void) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
}
static int is_taken(void) { return pthread_mutex_trylock(&mutex) != 0 && pthread_mutex_unlock(&mutex) != 0; }
#else
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int is_taken(void) { return pthread_mutex_trylock(&mutex) != 0; }
#ifdef OTHER
static pthread_barrier_t met;
static void *hold(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_barrier_wait(&met);
    pthread_barrier_wait(&met);
    pthread_mutex_unlock(&mutex);
    return unused;
}
#else
static void take(void) { pthread_mutex_lock(&mutex); }
#endif
#endif

int main(void) {
    int status = 0;
#if defined SEMAPHORE
    sem_init(&semaphore, 0, 1);
#elif defined SPIN
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
#endif
#ifdef OTHER
    pthread_t other;
    pthread_barrier_init(&met, NULL, 2);
    pthread_create(&other, NULL, hold, NULL);
    pthread_barrier_wait(&met);
#elif !defined BUG
    take();
#else
    (void)take;
#endif
    pid_t child = fork();
    if (child == 0) {
        _exit(!is_taken());
    }
    waitpid(child, &status, 0);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
#ifdef OTHER
    pthread_barrier_wait(&met);
    pthread_join(other, NULL);
#endif
    return 0;
}
