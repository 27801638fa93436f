// executions: 8, options: --coarser=none
// An alarm ends a wait that would be a deadlock without it; the handler finds a thread that holds nothing.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sem_t posted;

static void on_alarm(int number) { sem_post(&posted); }

static void *waiter(void *unused) {
    while (sem_wait(&posted) != 0) {
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    struct sigaction action = {.sa_handler = on_alarm};
    sigaction(SIGALRM, &action, NULL);
    sem_init(&posted, 0, 0);
    pthread_create(&thread, NULL, waiter, NULL);
    alarm(2);
    pthread_join(thread, NULL);
    return 0;
}
