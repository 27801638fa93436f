// Two threads take tickets from a roll.
//
// The bug: the way out for the case that no ticket is left forgets to unlock. The thread is gone, its lock is not; the
// next thread waits for an owner that does not exist any more.
// The fix (-DFIXED): one way out.
//
//   heddle check 12-owner-exits.c
//   heddle check -DFIXED 12-owner-exits.c
//
// heddle: verdict=bug kind=deadlock cause=owner-exited
// heddle: verdict=clean executions=6 args=-DFIXED
#include <pthread.h>

#define THREADS 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int tickets = 1;

static void *take_ticket(void *unused) {
    pthread_mutex_lock(&lock);
#ifndef FIXED
    if (tickets == 0) {
        return unused;
    }
#endif
    if (tickets > 0) {
        tickets--;
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, take_ticket, NULL);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
