// A handler runs while its thread computes: between two operations of which neither is a call that waits.
//
//   (nothing)       the handler takes the spinlock that the thread holds
//   -DTORN          it looks at two atomics that the thread changes one after the other
//   -DPOLLED        the thread polls a flag that the handler sets, and forgets that it may be set before it begins
//   -DTIMER         a timer's handler counts what the thread counts; an update is lost
//   -DEND           the thread makes no such operation: the handler runs as it ends, or begins
// The fix (-DFIXED): the signal is blocked meanwhile, or the handler only sets a flag that is not reset.
// --handlers=calls lets handlers run in calls that wait alone: none of these is found then.
//
//   heddle check 23-handlers.c
//
// heddle: verdict=bug kind=deadlock cause=self-lock
// heddle: verdict=clean args=-DFIXED
// heddle: verdict=clean args=--handlers=calls
// heddle: verdict=bug kind=assertion cause=assertion args=-DTORN
// heddle: verdict=clean slow args=-DTORN -DFIXED
// heddle: verdict=clean slow args=-DTORN --handlers=calls
// heddle: verdict=bug kind=livelock cause=spin slow args=-DPOLLED
// heddle: verdict=clean slow args=-DPOLLED -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DTIMER --timeouts=any
// heddle: verdict=clean slow args=-DTIMER -DFIXED --timeouts=any
// heddle: verdict=clean slow args=-DEND -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=-DEND
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

static atomic_int left, right, flag;
static pthread_spinlock_t lock;

static void mask(int how, int number) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(how, &set, NULL);
}

static void on_signal(int number) {
    (void)number;
#if defined TORN
    assert(atomic_load(&left) == atomic_load(&right));
#elif defined POLLED || defined END
    atomic_store(&flag, 1);
#elif defined TIMER
    atomic_store(&left, atomic_load(&left) + 1);
#else
    pthread_spin_lock(&lock);
    pthread_spin_unlock(&lock);
#endif
}

static void compute(void) {
#if defined END
    (void)flag;
#elif defined POLLED
#ifndef FIXED
    atomic_store(&flag, 0);
#endif
    while (!atomic_load(&flag)) {
    }
#elif defined TORN || defined TIMER
    int before = atomic_load(&left);
    atomic_store(&left, before + 1);
    atomic_store(&right, before + 1);
#else
    pthread_spin_lock(&lock);
    atomic_fetch_add(&left, 1);
    pthread_spin_unlock(&lock);
#endif
}

static void *run(void *unused) {
#if defined FIXED && !defined POLLED && !defined END
    mask(SIG_BLOCK, SIGUSR1);
#endif
    compute();
#if defined FIXED && !defined POLLED && !defined END
    mask(SIG_UNBLOCK, SIGUSR1);
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    sigaction(SIGUSR1, &action, NULL);
    sigaction(SIGALRM, &action, NULL);
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
#ifdef TIMER
#ifdef FIXED
    mask(SIG_BLOCK, SIGALRM);
#endif
    (void)run;
    (void)thread;
    alarm(1);
    compute();
    atomic_store(&left, atomic_load(&left) + 1);
#ifdef FIXED
    mask(SIG_UNBLOCK, SIGALRM);
#endif
    sleep(2);
    assert(atomic_load(&left) == 3);
#else
    pthread_create(&thread, NULL, run, NULL);
    pthread_kill(thread, SIGUSR1);
    pthread_join(thread, NULL);
#if defined END && !defined FIXED
    assert(!atomic_load(&flag));
#endif
#endif
    (void)mask;
    return 0;
}
