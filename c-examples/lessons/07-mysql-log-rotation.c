// MySQL, bug 791: a statement is missing in the binary log after a rotation.
//
// The bug: rotating closes the log and opens a new one in two critical sections. A thread that wants to log in between finds the log
// closed, takes logging for turned off, and writes nothing.
// The fix (-DFIXED): close and open in one critical section.
//
//   heddle check 07-mysql-log-rotation.c
//   heddle check -DFIXED 07-mysql-log-rotation.c
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=clean args=-DFIXED
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static bool log_is_open = true;
static int logged;

static void *rotate(void *unused) {
    pthread_mutex_lock(&log_lock);
    log_is_open = false;
#ifndef FIXED
    pthread_mutex_unlock(&log_lock);
    pthread_mutex_lock(&log_lock);
#endif
    log_is_open = true;
    pthread_mutex_unlock(&log_lock);
    return unused;
}

static void *insert(void *unused) {
    pthread_mutex_lock(&log_lock);
    if (log_is_open) {
        logged++;
    }
    pthread_mutex_unlock(&log_lock);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, rotate, NULL);
    pthread_create(&threads[1], NULL, insert, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(logged == 1);
    return 0;
}
