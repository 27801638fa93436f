// A signal to the process that comes while the only thread that takes it blocks it for a while: it stays pending, and is handled when the
// thread blocks it no more. Nothing of this is lost, and nobody waits for good.
//
//   (nothing)   while the handler of the same signal runs
//   -DSUSPEND   while sigsuspend blocks it, which waits for another one
//   -DPOLL      while ppoll blocks it
//   -DRAISE     by its own handler
//   -DLOST      the fourth one is never sent
//
// heddle: verdict=clean
// heddle: verdict=clean args=-DSUSPEND
// heddle: verdict=clean args=-DPOLL
// heddle: verdict=clean args=-DRAISE
// heddle: verdict=bug kind=deadlock cause=semaphore args=-DLOST
#define _GNU_SOURCE
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sem_t handled, done;
static sigset_t set;
static int runs;

static void handle(int number) {
    (void)number;
#ifdef RAISE
    if (runs++ == 0) {
        kill(getpid(), SIGUSR1);
    }
#endif
    sem_post(&handled);
}

static void other(int number) { (void)number; }

static void *take(void *unused) {
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
#ifdef SUSPEND
    sigsuspend(&set);
#elif defined POLL
    ppoll(NULL, 0, &(struct timespec){1, 0}, &set);
#endif
    while (sem_wait(&done) != 0) {
    }
    return unused;
}

int main(void) {
    struct sigaction action = {.sa_handler = handle}, second = {.sa_handler = other};
    sem_init(&handled, 0, 0);
    sem_init(&done, 0, 0);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigset_t both = set;
    sigaddset(&both, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &both, NULL);
    sigaction(SIGUSR1, &action, NULL);
    sigaction(SIGUSR2, &second, NULL);
    pthread_t taker;
    pthread_create(&taker, NULL, take, NULL);
#if defined SUSPEND
    kill(getpid(), SIGUSR1);
    pthread_kill(taker, SIGUSR2);
    sem_wait(&handled);
#elif defined POLL
    kill(getpid(), SIGUSR1);
    sem_wait(&handled);
#elif defined RAISE
    kill(getpid(), SIGUSR1);
    sem_wait(&handled);
    sem_wait(&handled);
#else
    for (int i = 0; i < 2; i++) {
        kill(getpid(), SIGUSR1);
        sem_wait(&handled);
    }
#ifdef LOST
    sem_wait(&handled);
#endif
#endif
    sem_post(&done);
    pthread_join(taker, NULL);
    return 0;
}
