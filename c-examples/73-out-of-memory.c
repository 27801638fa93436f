// A thread puts a copy of a number into a list, under a lock; there may be no memory for the copy.
//
// The bug: where malloc() finds no memory, put() returns without giving the lock back, and the next one waits for good.
// It shows where Heddle lets a call fail (--failures=1), and nowhere else.
// The fix (-DFIXED): give the lock back on every way out.
//
//   heddle check --failures=1 73-out-of-memory.c
//   heddle check --failures=1 -DFIXED 73-out-of-memory.c
//
// heddle: verdict=clean
// heddle: verdict=bug kind=deadlock cause=mixed-cycle args=--failures=1
// heddle: verdict=bug kind=deadlock cause=mixed-cycle args=--failures=malloc:1
// heddle: verdict=clean args=--failures=thread:1
// heddle: verdict=clean executions=9 args=--failures=1 -DFIXED
// heddle: verdict=clean args=--failures=3 -DFIXED
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct item {
    int number;
    struct item *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct item *items;

static bool put(int number) {
    pthread_mutex_lock(&mutex);
    struct item *item = malloc(sizeof *item);
    if (!item) {
#ifdef FIXED
        pthread_mutex_unlock(&mutex);
#endif
        return false;
    }
    item->number = number;
    item->next = items;
    items = item;
    pthread_mutex_unlock(&mutex);
    return true;
}

static void *producer(void *unused) {
    put(1);
    return unused;
}

int main(void) {
    pthread_t thread;
    bool has_thread = pthread_create(&thread, NULL, producer, NULL) == 0;
    put(2);
    if (has_thread) {
        pthread_join(thread, NULL);
    }
    while (items) {
        struct item *next = items->next;
        free(items);
        items = next;
    }
    return 0;
}
