// A thread of a forked process is cancelled while it holds a lock and waits. With -DBUG no handler gives the lock back. The process, which
// does not accept to be cancelled itself, as its parent does not, then takes the lock.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t begun, never;

static void give_back(void *unused) {
#ifndef BUG
    pthread_mutex_unlock(&lock);
#endif
    (void)unused;
}

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(give_back, NULL);
    sem_post(&begun);
    sem_wait(&never);
    pthread_cleanup_pop(1);
    return unused;
}

static void child(void) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, work, NULL);
    sem_wait(&begun);
    pthread_cancel(thread);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    pthread_cancel(pthread_self());
    pthread_testcancel();
    _exit(7);
}

int main(void) {
    int before;
    sem_init(&begun, 0, 0);
    sem_init(&never, 0, 0);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    pid_t process = fork();
    if (process == 0) {
        child();
    }
    int status;
    waitpid(process, &status, 0);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 7);
    return 0;
}
