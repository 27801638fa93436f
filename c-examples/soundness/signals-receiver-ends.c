// A signal to the process comes before the only thread that does not block it ends, or after that. Both are found: before, the handler has
// run; after, the signal is pending for ever.
//
//   heddle check c-examples/soundness/signals-receiver-ends.c
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=bug kind=assertion cause=assertion args=-DPENDING
// heddle: verdict=clean args=-DEITHER
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sem_t ready;
static volatile sig_atomic_t handled;

static void handle(int number) { handled = number; }

static void *receive(void *set) {
    pthread_sigmask(SIG_UNBLOCK, set, NULL);
    sem_post(&ready);
    return NULL;
}

static void *send(void *unused) {
    sem_wait(&ready);
    kill(getpid(), SIGUSR1);
    return unused;
}

int main(void) {
    sigset_t set, pending;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    signal(SIGUSR1, handle);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    sem_init(&ready, 0, 0);
    pthread_t receiver, sender;
    pthread_create(&receiver, NULL, receive, &set);
    pthread_create(&sender, NULL, send, NULL);
    pthread_join(receiver, NULL);
    pthread_join(sender, NULL);
    sigpending(&pending);
#if defined EITHER
    assert((handled != 0) != sigismember(&pending, SIGUSR1));
#elif defined PENDING
    assert(!sigismember(&pending, SIGUSR1));
#else
    assert(!handled);
#endif
    return 0;
}
