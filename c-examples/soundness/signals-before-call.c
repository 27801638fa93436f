// A thread is told by a signal, just before a call that changes what signals do, or that looks at what the handler does. The handler may
// run before that call, in which case nothing comes later; natively the main thread then waits for good, or fails. With -DFIXED
// the signal is blocked before it can be sent.
//
// heddle: verdict=bug kind=deadlock cause=signal args=-DTEST=blocks
// heddle: verdict=bug kind=deadlock cause=semaphore args=-DTEST=replaces
// heddle: verdict=bug kind=assertion cause=assertion args=-DTEST=counts
// heddle: verdict=bug kind=assertion cause=assertion args=-DTEST=sends
// heddle: verdict=bug kind=assertion cause=assertion args=-DTEST=reads_at_once
// heddle: verdict=clean args=-DTEST=blocks -DFIXED
// heddle: verdict=clean args=-DTEST=replaces -DFIXED
// heddle: verdict=clean args=-DTEST=counts -DFIXED
// heddle: verdict=clean args=-DTEST=sends -DFIXED
// heddle: verdict=clean args=-DTEST=reads_at_once -DFIXED
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_t receiver, sender;
static sem_t handled, replaced;
static int ends[2];
static volatile sig_atomic_t before_sending;

static void handle(int number) {
    (void)number;
    sem_post(&handled);
    before_sending = 1;
    if (write(ends[1], "", 1) != 1) {
        abort();
    }
}

static void handle_replaced(int number) {
    (void)number;
    sem_post(&replaced);
}

static void *tell(void *unused) {
    pthread_kill(receiver, SIGUSR1);
    return unused;
}

static void block(int how, sigset_t *before) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(how, &set, before);
}

static inline void blocks(void) {
    sigset_t before;
    block(SIG_BLOCK, &before);
    sigdelset(&before, SIGUSR1);
    sigsuspend(&before);
}

static inline void replaces(void) {
    signal(SIGUSR1, handle_replaced);
    block(SIG_UNBLOCK, NULL);
    while (sem_wait(&replaced) != 0) {
    }
}

static inline void counts(void) {
    int value;
    sem_getvalue(&handled, &value);
    assert(value == 0);
    block(SIG_UNBLOCK, NULL);
}

static inline void sends(void) {
    pthread_kill(sender, 0);
    assert(!before_sending);
    block(SIG_UNBLOCK, NULL);
}

/* What never waits. */
static inline void reads_at_once(void) {
    char byte;
    assert(read(ends[0], &byte, 1) == -1);
    block(SIG_UNBLOCK, NULL);
}

int main(void) {
    receiver = pthread_self();
    sem_init(&handled, 0, 0);
    sem_init(&replaced, 0, 0);
    if (pipe2(ends, O_NONBLOCK) != 0) {
        return 1;
    }
    signal(SIGUSR1, handle);
#ifdef FIXED
    block(SIG_BLOCK, NULL);
#endif
    pthread_create(&sender, NULL, tell, NULL);
    TEST();
    pthread_join(sender, NULL);
    return 0;
}
