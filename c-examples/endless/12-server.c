// A server goes on until it is asked to stop. Its way to stop is where it hangs, and that is only seen if somebody asks: --send.
//
//   (nothing)     main waits for SIGTERM, then wakes the worker without its lock: the worker has looked, and sleeps for good
//   -DPAUSE       a handler sets a flag; the signal comes after main has looked at the flag and before it pauses
//   -DHANDLER     the handler takes the lock that main may hold
//   -DUNASKED     there is no handler: the signal ends the process, which is no bug
//   -DSEVERAL     the signal comes while main creates its threads
// The fix (-DFIXED): the flag is set under the lock; the signal is blocked but in sigsuspend; the handler takes no lock.
//
//   heddle check --send SIGTERM 12-server.c
//   heddle check -DPAUSE --send SIGTERM@5 12-server.c
//
// heddle: verdict=bug kind=lost-wakeup cause=signal-before-wait args=--send SIGTERM
// heddle: verdict=clean args=-DFIXED --send SIGTERM
// heddle: verdict=bug kind=deadlock cause=signal args=-DPAUSE --stop-after-events 2
// heddle: verdict=clean args=-DPAUSE -DFIXED --stop-after-events 2
// heddle: verdict=bug kind=deadlock cause=self-lock args=-DHANDLER --send SIGTERM@1
// heddle: verdict=clean args=-DHANDLER -DFIXED --send SIGTERM@1
// heddle: verdict=clean args=-DUNASKED --send TERM
// heddle: verdict=clean args=-DSEVERAL --send SIGTERM@3
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#if defined SEVERAL
static volatile sig_atomic_t stop;

static void on_term(int number) { stop = number; }

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t workers[2];
    struct sigaction action = {.sa_handler = on_term};
    sigaction(SIGTERM, &action, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_create(&workers[i], NULL, work, NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(workers[i], NULL);
    }
    return 0;
}
#elif defined PAUSE || defined HANDLER
static volatile sig_atomic_t stop;
static int requests;

static void on_term(int number) {
    (void)number;
#if defined HANDLER && !defined FIXED
    pthread_mutex_lock(&lock);
    requests++;
    pthread_mutex_unlock(&lock);
#endif
    stop = 1;
}

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    requests++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t worker;
    sigset_t term, none;
    struct sigaction action = {.sa_handler = on_term};
    sigemptyset(&none);
    sigemptyset(&term);
    sigaddset(&term, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &term, NULL);
    sigaction(SIGTERM, &action, NULL);
    pthread_create(&worker, NULL, work, NULL);
#ifdef PAUSE
#ifdef FIXED
    while (!stop) {
        sigsuspend(&none);
    }
#else
    pthread_sigmask(SIG_SETMASK, &none, NULL);
    while (!stop) {
        pause();
    }
#endif
#else
    pthread_sigmask(SIG_SETMASK, &none, NULL);
    pthread_mutex_lock(&lock);
    requests++;
    pthread_mutex_unlock(&lock);
#endif
    pthread_join(worker, NULL);
    return 0;
}
#else
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int stopping;

static int is_stopping(void) {
    pthread_mutex_lock(&lock);
    int result = stopping;
    pthread_mutex_unlock(&lock);
    return result;
}

static void *work(void *unused) {
#ifdef FIXED
    pthread_mutex_lock(&lock);
    while (!stopping) {
        pthread_cond_wait(&more, &lock);
    }
    pthread_mutex_unlock(&lock);
#else
    while (!is_stopping()) {
        pthread_mutex_lock(&lock);
        pthread_cond_wait(&more, &lock);
        pthread_mutex_unlock(&lock);
    }
#endif
    return unused;
}

int main(void) {
    pthread_t worker;
    sigset_t term;
    sigemptyset(&term);
    sigaddset(&term, SIGTERM);
#ifndef UNASKED
    pthread_sigmask(SIG_BLOCK, &term, NULL);
#endif
    pthread_create(&worker, NULL, work, NULL);
#ifdef UNASKED
    pthread_join(worker, NULL);
#else
    int number;
    sigwait(&term, &number);
#endif
    pthread_mutex_lock(&lock);
    stopping = 1;
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&lock);
    pthread_join(worker, NULL);
    return is_stopping() ? 0 : 1;
}
#endif
