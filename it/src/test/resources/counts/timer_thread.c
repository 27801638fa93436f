// executions: 7, options: --timeouts=any --coarser=none -DLOCKED
// A timer runs its function in a thread of its own, at any moment; what both use is locked.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>

static sem_t lock;
static int used, *shared = &used;

static void tick(union sigval value) {
    sem_wait(&lock);
    if (shared) {
        *shared = 1;
    }
    sem_post(&lock);
}

static void *worker(void *unused) {
#ifdef LOCKED
    sem_wait(&lock);
#endif
    shared = NULL;
#ifdef LOCKED
    sem_post(&lock);
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = tick};
    struct itimerspec soon = {.it_value = {1, 0}};
    sem_init(&lock, 0, 1);
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    timer_settime(timer, 0, &soon, NULL);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    return 0;
}
