// A reader and a writer of a mailbox wait on the same condition variable, each for something else: the reader until there
// is a letter, the writer until there is none.
//
// The bug: one signal wakes one waiter, and here it may be the wrong one. A reader that has taken the letter signals; the
// other reader hears it, finds the box empty and waits again; the writer, whom it concerned, sleeps on.
// The fix (-DFIXED): broadcast, or better, a condition variable for each thing that is waited for.
//
//   heddle check 14-wrong-waiter.c
//   heddle check -DFIXED 14-wrong-waiter.c
//
// heddle: verdict=bug kind=lost-wakeup cause=stolen-signal
// heddle: verdict=bug kind=lost-wakeup cause=stolen-signal executions=40 args=--keep-going
// heddle: verdict=clean executions=40 args=-DFIXED
#include <pthread.h>
#include <stdbool.h>

#ifdef FIXED
#define WAKE pthread_cond_broadcast
#else
#define WAKE pthread_cond_signal
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool full;

static void set_full(bool wanted) {
    pthread_mutex_lock(&mutex);
    while (full == wanted) {
        pthread_cond_wait(&changed, &mutex);
    }
    full = wanted;
    WAKE(&changed);
    pthread_mutex_unlock(&mutex);
}

static void *read_letter(void *unused) {
    set_full(false);
    return unused;
}

int main(void) {
    pthread_t readers[2];
    pthread_create(&readers[0], NULL, read_letter, NULL);
    pthread_create(&readers[1], NULL, read_letter, NULL);
    set_full(true);
    set_full(true);
    pthread_join(readers[0], NULL);
    pthread_join(readers[1], NULL);
    return 0;
}
