// A forked process has threads of its own, which take two locks in its own memory. -DBUG: in opposite orders. -DSHARED: they count in
// memory that is shared with the parent, -DSHARED -DBUG: without a lock. -DEXIT: the process ends beside one that goes on.
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static struct shared {
    pthread_mutex_t lock;
    int count;
} * shared;

static void both(pthread_mutex_t *one, pthread_mutex_t *other) {
    pthread_mutex_lock(one);
    pthread_mutex_lock(other);
    pthread_mutex_unlock(other);
    pthread_mutex_unlock(one);
}

static void *work(void *unused) {
#ifdef SHARED
#ifndef BUG
    pthread_mutex_lock(&shared->lock);
#endif
    shared->count++;
#ifndef BUG
    pthread_mutex_unlock(&shared->lock);
#endif
#elif defined BUG
    both(&second, &first);
#else
    both(&first, &second);
#endif
    return unused;
}

static void child(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
#ifdef SHARED
    work(NULL);
#else
    both(&first, &second);
#endif
#ifndef EXIT
    pthread_join(thread, NULL);
#endif
    _exit(0);
}

int main(void) {
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&shared->lock, &attributes);
    pid_t process = fork();
    if (process == 0) {
        child();
    }
    both(&first, &second);
    int status;
    waitpid(process, &status, 0);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
#ifdef SHARED
    assert(shared->count == 2);
#endif
    return 0;
}
