// A work-stealing queue whose owner takes the last item without asking the lock, so that a thief may have it as well.
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=bug kind=assertion cause=assertion args=--bound switches=2
#include <assert.h>
#include <stdatomic.h>

#include "../../together.h"

enum { ITEMS = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int head;
static atomic_int tail;
static int items[ITEMS];
static atomic_int taken[ITEMS];

static void take(int item) {
    assert(atomic_fetch_add(&taken[item], 1) == 0);
}

static void *own(void *unused) {
    for (int i = 0; i < ITEMS; i++) {
        items[tail] = i;
        tail++;
    }
    for (int i = 0; i < ITEMS; i++) {
        int last = tail - 1;
        if (head <= last) {
            tail = last;
            take(items[last]);
        }
    }
    return unused;
}

static void *steal(void *unused) {
    pthread_mutex_lock(&lock);
    int first = head;
    head = first + 1;
    if (head <= tail) {
        take(items[first]);
    } else {
        head = first;
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    TOGETHER(own, steal);
    return 0;
}
