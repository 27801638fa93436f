// A queue under a lock, which also tells how long it is without taking the lock.
//
// The bug: put() counts after it has given the lock back. Somebody may get the value before it is counted, and then
// see a length of -1; or see the length 0 although put() of another thread, which has ended, must have made it 1.
// The fix (-DFIXED): count under the lock, where the queue changes.
//
//   heddle check 03-queue-length.c
//   heddle check -DFIXED 03-queue-length.c
//
// heddle: verdict=bug kind=linearizability cause=no-serial-order
// heddle: verdict=clean args=-DFIXED
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int values[4], first, last;
static atomic_int count;

static void put(int value) {
    pthread_mutex_lock(&mutex);
    values[last++] = value;
#ifdef FIXED
    atomic_fetch_add(&count, 1);
#endif
    pthread_mutex_unlock(&mutex);
#ifndef FIXED
    atomic_fetch_add(&count, 1);
#endif
}

static int get(void) {
    pthread_mutex_lock(&mutex);
    int value = first < last ? values[first++] : 0;
    if (value) {
        atomic_fetch_sub(&count, 1);
    }
    pthread_mutex_unlock(&mutex);
    return value;
}

static int length(void) {
    return atomic_load(&count);
}

static void *producer(void *unused) {
    HEDDLE_OP_VOID(put 7, put(7));
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, producer, NULL);
    HEDDLE_OP(get, get());
    HEDDLE_OP(length, length());
    pthread_join(thread, NULL);
    return 0;
}
