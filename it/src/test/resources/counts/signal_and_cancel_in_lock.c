// executions: 8
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>

/* Waiting for a mutex, a thread handles signals, and is not cancelled. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t handled;
static int entered;

static void handler(int number) {
    (void)number;
    sem_post(&handled);
}

static void *enters(void *unused) {
    pthread_mutex_lock(&mutex);
    entered = 1;
    pthread_mutex_unlock(&mutex);
    pthread_testcancel();
    return unused;
}

int main(void) {
    pthread_t thread;
    void *result;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigaction(SIGUSR1, &action, NULL);
    sem_init(&handled, 0, 0);
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, NULL, enters, NULL);
    pthread_cancel(thread);
    pthread_kill(thread, SIGUSR1);
    while (sem_wait(&handled) != 0) {
    }
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, &result);
    assert(entered == 1);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
