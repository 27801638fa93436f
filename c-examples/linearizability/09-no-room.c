// A stack that tells its size, under a lock. A push finds no memory where Heddle lets calls fail, and gives false.
//
// The bug: a push counts before it has memory, and takes that back where there is none. In between, the size is that of a stack with one
// more, on which nothing has been pushed. It shows where a call fails, and nowhere else.
// The fix (-DFIXED): count with the lock in which the item comes onto the stack. That a push may give false is right then: one at a time, it
// gives false, too, where a call fails.
//
//   heddle check --failures=malloc:1 09-no-room.c
//   heddle check --failures=malloc:1 -DFIXED 09-no-room.c
//
// heddle: verdict=clean
// heddle: verdict=bug kind=linearizability cause=no-serial-order args=--failures=malloc:1
// heddle: verdict=clean args=--failures=malloc:1 -DFIXED
// heddle: verdict=clean args=--failures=2 -DFIXED
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct item {
    int number;
    struct item *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct item *top;
static int count;

#ifndef FIXED
static void add_to_count(int number) {
    pthread_mutex_lock(&mutex);
    count += number;
    pthread_mutex_unlock(&mutex);
}
#endif

static bool push(int number) {
#ifndef FIXED
    add_to_count(1);
#endif
    struct item *item = malloc(sizeof *item);
    if (!item) {
#ifndef FIXED
        add_to_count(-1);
#endif
        return false;
    }
    item->number = number;
    pthread_mutex_lock(&mutex);
    item->next = top;
    top = item;
#ifdef FIXED
    count++;
#endif
    pthread_mutex_unlock(&mutex);
    return true;
}

static int size(void) {
    pthread_mutex_lock(&mutex);
    int found = count;
    pthread_mutex_unlock(&mutex);
    return found;
}

static void *pusher(void *unused) {
    HEDDLE_OP(push 1, push(1));
    return unused;
}

static void *looker(void *unused) {
    HEDDLE_OP(size, size());
    HEDDLE_OP(size, size());
    return unused;
}

int main(void) {
    pthread_t threads[2];
    void *(*const routines[])(void *) = {pusher, looker};
    int begun = 0;
    while (begun < 2 && pthread_create(&threads[begun], NULL, routines[begun], NULL) == 0) {
        begun++;
    }
    for (int i = 0; i < begun; i++) {
        pthread_join(threads[i], NULL);
    }
    while (top) {
        struct item *next = top->next;
        free(top);
        top = next;
    }
    return 0;
}
