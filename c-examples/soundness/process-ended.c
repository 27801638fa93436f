// A process that was forked has ended: it wakes nobody any more, so who waits for it in vain is deadlocked.
//
//   (nothing)    the parent waits on a condition variable that the child has not signalled
//   -DROBUST     the child ends with a robust mutex locked, and the parent does not make it consistent
//   -DSYSTEM_V   the child takes a semaphore of System V and does not give it back
//   -DPIPE       the child writes less than the parent reads, which has an end to write to itself
// The fix (-DFIXED): looking first, pthread_mutex_consistent, SEM_UNDO, closing the end.
//
//   heddle check c-examples/soundness/process-ended.c
//
// heddle: verdict=bug kind=deadlock cause=condition
// heddle: verdict=clean args=-DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=-DROBUST
// heddle: verdict=clean args=-DROBUST -DFIXED
// heddle: verdict=bug kind=deadlock cause=condition args=-DSYSTEM_V
// heddle: verdict=inconclusive args=-DSYSTEM_V -DFIXED
// heddle: verdict=bug kind=deadlock cause=descriptor args=-DPIPE
// heddle: verdict=clean args=-DPIPE -DFIXED
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/sem.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined SYSTEM_V
int main(void) {
    int set = semget(IPC_PRIVATE, 1, 0600);
    struct sembuf up = {0, 1, 0}, down = {0, -1, 0}, taken = {0, -1, 0};
#ifdef FIXED
    taken.sem_flg = SEM_UNDO;
#endif
    semop(set, &up, 1);
    pid_t child = fork();
    if (child == 0) {
        semop(set, &taken, 1);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    semop(set, &down, 1);
    semctl(set, 0, IPC_RMID);
    return 0;
}
#elif defined PIPE
int main(void) {
    int ends[2];
    char got;
    if (pipe(ends) != 0) {
        return 0;
    }
    pid_t child = fork();
    if (child == 0) {
        _exit(write(ends[1], "x", 1) != 1);
    }
#ifdef FIXED
    close(ends[1]);
#endif
    while (read(ends[0], &got, 1) == 1) {
    }
    waitpid(child, NULL, 0);
    return 0;
}
#else
static struct shared {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int done;
} *shared;

static void share(void) {
    pthread_mutexattr_t mutex;
    pthread_condattr_t condition;
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_mutexattr_init(&mutex);
    pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
#ifdef ROBUST
    pthread_mutexattr_setrobust(&mutex, PTHREAD_MUTEX_ROBUST);
#endif
    pthread_mutex_init(&shared->lock, &mutex);
    pthread_condattr_init(&condition);
    pthread_condattr_setpshared(&condition, PTHREAD_PROCESS_SHARED);
    pthread_cond_init(&shared->changed, &condition);
}

#ifdef ROBUST
static void child(void) { pthread_mutex_lock(&shared->lock); }

static void lock_and_unlock(void) {
    int error = pthread_mutex_lock(&shared->lock);
    assert(error == 0 || error == EOWNERDEAD);
#ifdef FIXED
    if (error == EOWNERDEAD) {
        pthread_mutex_consistent(&shared->lock);
    }
#endif
    pthread_mutex_unlock(&shared->lock);
}

static void parent(void) {
    lock_and_unlock();
    lock_and_unlock();
}
#else
static void child(void) {
    pthread_mutex_lock(&shared->lock);
    shared->done = 1;
#ifdef FIXED
    pthread_cond_signal(&shared->changed);
#endif
    pthread_mutex_unlock(&shared->lock);
}

static void parent(void) {
    pthread_mutex_lock(&shared->lock);
#ifdef FIXED
    while (!shared->done) {
        pthread_cond_wait(&shared->changed, &shared->lock);
    }
#else
    do {
        pthread_cond_wait(&shared->changed, &shared->lock);
    } while (!shared->done);
#endif
    pthread_mutex_unlock(&shared->lock);
}
#endif

int main(void) {
    share();
    pid_t process = fork();
    if (process == 0) {
        child();
        _exit(0);
    }
    parent();
    waitpid(process, NULL, 0);
    return 0;
}
#endif
