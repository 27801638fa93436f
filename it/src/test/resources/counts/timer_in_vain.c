// executions: 1, finding: deadlock/semaphore
// A timer that expires again and again, and whose handler does nothing, ends no deadlock.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/time.h>

static sem_t posted;

static void on_alarm(int number) {}

static void *waiter(void *unused) {
    while (sem_wait(&posted) != 0) {
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    struct sigaction action = {.sa_handler = on_alarm};
    struct itimerval often = {{0, 1000}, {0, 1000}};
    sigaction(SIGALRM, &action, NULL);
    sem_init(&posted, 0, 0);
    pthread_create(&thread, NULL, waiter, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    pthread_join(thread, NULL);
    return 0;
}
