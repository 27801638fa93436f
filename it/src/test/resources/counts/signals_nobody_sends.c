// executions: 6
// executions: 6, options: -DSLEEP
// executions: 36, options: -DSEMAPHORE
// executions: 6, options: --handlers=calls
// executions: 6, options: -DCANCEL
// executions: 24, options: -DCONDITION
// executions: 24, options: -DCONDITION -DCANCEL
// Threads that take a lock in any order, 3! of them, and a semaphore before in any other (SEMAPHORE), in a program that might send
// signals, has a handler for them, and might cancel threads. Nobody does, so looking for signals makes no difference, wherever threads
// look. With CONDITION a thread more waits until all have had the lock: it may take it at four moments between theirs.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all = PTHREAD_COND_INITIALIZER;
static sem_t available;
static int done;

static void handler(int number) { (void)number; }

static void *locks(void *unused) {
#ifdef SLEEP
    usleep(1);
#endif
#ifdef SEMAPHORE
    sem_wait(&available);
#endif
    pthread_mutex_lock(&mutex);
    if (++done == 3) {
        pthread_cond_signal(&all);
    }
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *waits(void *unused) {
    pthread_mutex_lock(&mutex);
    while (done < 3) {
        pthread_cond_wait(&all, &mutex);
    }
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(int count, char **arguments) {
    pthread_t threads[4];
    int number = 0;
    (void)arguments;
    signal(SIGUSR1, handler);
    sem_init(&available, 0, 3);
    for (; number < 3; number++) {
        pthread_create(&threads[number], NULL, locks, NULL);
    }
#ifdef CONDITION
    pthread_create(&threads[number++], NULL, waits, NULL);
#else
    (void)waits;
#endif
    if (count > 1) {
        pthread_kill(threads[0], SIGUSR1);
    }
#ifdef CANCEL
    if (count > 2) {
        pthread_cancel(threads[0]);
    }
#endif
    while (number > 0) {
        pthread_join(threads[--number], NULL);
    }
    return 0;
}
