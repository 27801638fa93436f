// A thread that goes round for ever without a visible operation: nothing that is called, locked or atomic. What it has done before, and what
// others do beside it, is explored all the same, and the bugs there are found.
//
//   (nothing)       what the loop writes is another thread's as well: a data race on a thread-local variable
//   -DEMPTY         two threads lock in opposite orders beside a loop that does nothing at all
//   -DALARM         a handler ends the process while main loops: that is proved
// The fix (-DFIXED): the other thread leaves the variable alone; both threads lock in one order.
//
//   heddle check 31-silent-loops.c
//
// heddle: verdict=bug bounded races=2 args=-i 50
// heddle: verdict=inconclusive args=-DFIXED -i 50
// heddle: verdict=bug kind=deadlock cause=lock-cycle args=-DEMPTY -i 50
// heddle: verdict=inconclusive args=-DEMPTY -DFIXED -i 50
// heddle: verdict=clean args=-DALARM
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;

#if defined ALARM
static void end(int signal_number) {
    (void)signal_number;
    _exit(0);
}

int main(void) {
    signal(SIGALRM, end);
    alarm(1);
    for (;;) {
    }
}
#elif defined EMPTY
static void *idle(void *unused) {
    for (;;) {
    }
    return unused;
}

static void lock_both(pthread_mutex_t *first, pthread_mutex_t *second) {
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *forwards(void *unused) {
    lock_both(&one, &other);
    return unused;
}

static void *backwards(void *unused) {
#ifdef FIXED
    lock_both(&one, &other);
#else
    lock_both(&other, &one);
#endif
    return unused;
}

int main(void) {
    void *(*const parts[])(void *) = {idle, forwards, backwards};
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) {
        pthread_create(&threads[i], NULL, parts[i], NULL);
    }
    for (int i = 2; i >= 0; i--) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
#else
static __thread int mine;
static int *shown;

static __attribute__((noinline)) void keep(int number) { mine = number; }

static void *go_round(void *unused) {
    pthread_mutex_lock(&one);
    shown = &mine;
    pthread_mutex_unlock(&one);
#ifndef FIXED
    pthread_mutex_lock(&other);
    *shown = 2;
    pthread_mutex_unlock(&other);
#endif
    for (int i = 0;; i++) {
        for (int j = 0; j < 10; j++) {
            keep(i & j);
        }
    }
    return unused;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, go_round, NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
#endif
