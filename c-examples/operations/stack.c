// A stack in an array, under a lock, as an object whose operations are declared: heddle operations draws clients of it.
//
// The bug: pop() takes its place under the lock, and reads what is there when it has the lock no more. Meanwhile another thread may
// have pushed to the same place: then two pops give the same value. It takes two threads with two operations each to see it.
// The fix (-DFIXED): read under the lock.
//
//   heddle operations stack.c
//   heddle operations -DFIXED stack.c
//
// stack-client.c is the client that the first one writes.
#include <heddle_operations.h>
#include <pthread.h>
#include <stdatomic.h>

#define ROOM 8

static pthread_mutex_t lock;
static atomic_int values[ROOM];
static int top;

static void push(int value) {
    pthread_mutex_lock(&lock);
    values[top++] = value;
    pthread_mutex_unlock(&lock);
}

/* The value, or 0 where there is none. */
static int pop(void) {
    pthread_mutex_lock(&lock);
    int place = top > 0 ? --top : -1;
#ifdef FIXED
    int value = place < 0 ? 0 : values[place];
    pthread_mutex_unlock(&lock);
#else
    pthread_mutex_unlock(&lock);
    int value = place < 0 ? 0 : values[place];
#endif
    return value;
}

HEDDLE_BEFORE { pthread_mutex_init(&lock, NULL); }

HEDDLE_OPERATION_VOID(push, HEDDLE_RANGE(value, 1, 2)) { push(value); }

HEDDLE_OPERATION(pop) { return pop(); }

HEDDLE_AFTER { pthread_mutex_destroy(&lock); }
