// What is left of a signal: the mask that a jump restores, what is pending when it comes to be ignored, and errno behind a handler.
//
// heddle: verdict=clean args=-DTEST=jumps
// heddle: verdict=clean args=-DTEST=jumps_out
// heddle: verdict=clean args=-DTEST=ignores
// heddle: verdict=bug kind=assertion cause=assertion args=-DTEST=looks_at_errno
// heddle: verdict=clean args=-DTEST=looks_at_errno -DFIXED
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

static sigjmp_buf back;
static volatile sig_atomic_t handled;
static pthread_t receiver;
static sem_t ready;

static void count(int number) {
    (void)number;
    handled++;
}

static void jump(int number) {
    (void)number;
    handled++;
    siglongjmp(back, 1);
}

static void fail(int number) {
    (void)number;
#ifdef FIXED
    int before = errno;
#endif
    close(-1);
#ifdef FIXED
    errno = before;
#endif
}

static inline void change(int how) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(how, &set, NULL);
}

/* The jump restores the mask, and what is pending is handled before it arrives. */
static inline void jumps(void) {
    signal(SIGUSR1, count);
    if (sigsetjmp(back, 1) == 0) {
        change(SIG_BLOCK);
        raise(SIGUSR1);
        assert(handled == 0);
        siglongjmp(back, 1);
    }
    assert(handled == 1);
}

static void *send_twice(void *unused) {
    for (int i = 0; i < 2; i++) {
        sem_wait(&ready);
        pthread_kill(receiver, SIGUSR1);
    }
    return unused;
}

/* Out of a handler: the signal that it handled is not blocked any more. */
static inline void jumps_out(void) {
    pthread_t sender;
    receiver = pthread_self();
    sem_init(&ready, 0, 0);
    signal(SIGUSR1, jump);
    pthread_create(&sender, NULL, send_twice, NULL);
    sigsetjmp(back, 1);
    while (handled < 2) {
        sem_post(&ready);
        pause();
    }
    pthread_join(sender, NULL);
}

/* What is pending when its signal comes to be ignored never comes. */
static inline void ignores(void) {
    signal(SIGUSR1, count);
    change(SIG_BLOCK);
    raise(SIGUSR1);
    signal(SIGUSR1, SIG_IGN);
    signal(SIGUSR1, count);
    change(SIG_UNBLOCK);
    assert(handled == 0);
}

static void *send(void *unused) {
    pthread_kill(receiver, SIGUSR1);
    return unused;
}

/* A handler that does not restore errno changes what the interrupted code finds. */
static inline void looks_at_errno(void) {
    pthread_t sender;
    receiver = pthread_self();
    signal(SIGUSR1, fail);
    pthread_create(&sender, NULL, send, NULL);
    errno = ENOENT;
    sched_yield();
    assert(errno == ENOENT);
    pthread_join(sender, NULL);
}

int main(void) {
    TEST();
    return 0;
}
