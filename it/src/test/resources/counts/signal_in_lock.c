// executions: 8
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t handled;

static void handler(int number) {
    (void)number;
    sem_post(&handled);
}

static void *locks(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigaction(SIGUSR1, &action, NULL);
    sem_init(&handled, 0, 0);
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, NULL, locks, NULL);
    pthread_kill(thread, SIGUSR1);
    while (sem_wait(&handled) != 0) {
    }
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
