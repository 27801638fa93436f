// A thread that waits for a flag while the program blocks every signal. What it waits for has to be found out all the same, and the
// thread that takes signals gets only those that the program sends.
//
//   heddle check -DFLAG=int c-examples/soundness/signals-all-blocked.c
//
// heddle: verdict=bug kind=data-race cause=read-write args=-DFLAG=int
// heddle: verdict=clean args=-DFLAG=atomic_int
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static volatile FLAG done;

static void *finish(void *unused) {
    done = 1;
    return unused;
}

static void *take(void *set) {
    int number = 0;
    sigwait(set, &number);
    assert(number == SIGTERM);
    return NULL;
}

int main(void) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    pthread_t taker, finisher;
    pthread_create(&taker, NULL, take, &all);
    pthread_create(&finisher, NULL, finish, NULL);
    while (!done) {
    }
    pthread_kill(taker, SIGTERM);
    pthread_join(taker, NULL);
    pthread_join(finisher, NULL);
    return 0;
}
