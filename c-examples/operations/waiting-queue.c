// A queue whose take() waits until there is something: an operation that may wait for good, and says so.
//
// The bug: put() wakes a thread only if the queue was empty. Two threads wait, two values come, and the second of them wakes nobody: a
// thread waits although there is a value for it. A take() from a queue that stays empty waits as well, but that is right: one operation
// at a time, it waits too.
// The fix (-DFIXED): wake one for each value.
//
//   heddle operations waiting-queue.c
//   heddle operations -DFIXED waiting-queue.c
#include <heddle_operations.h>
#include <pthread.h>

#define ROOM 16

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int values[ROOM];
static int first, count;

static void put(int value) {
    pthread_mutex_lock(&lock);
    values[(first + count++) % ROOM] = value;
#ifdef FIXED
    pthread_cond_signal(&filled);
#else
    if (count == 1) {
        pthread_cond_signal(&filled);
    }
#endif
    pthread_mutex_unlock(&lock);
}

static int take(void) {
    pthread_mutex_lock(&lock);
    while (count == 0) {
        pthread_cond_wait(&filled, &lock);
    }
    int value = values[first];
    first = (first + 1) % ROOM;
    count--;
    pthread_mutex_unlock(&lock);
    return value;
}

HEDDLE_OPERATION_VOID(put, HEDDLE_RANGE(value, 1, 2)) { put(value); }

HEDDLE_OPERATION(take) {
    heddle_operation_waits();
    return take();
}
