// A work-stealing queue with a bounded ring, in the role of the one of Musuvathi and Qadeer (PLDI 2007) and after the protocol that
// Frigo, Leiserson and Randall describe (PLDI 1998): the owner pushes and pops at the tail without a lock where it can, a thief steals
// at the head under the lock. Three mistakes, one at a time:
//   -DBUG=1  the owner looks at the head before it has moved the tail;
//   -DBUG=2  a thief has no lock, and two thieves take the same;
//   -DBUG=3  a thief takes all there is at once, and trusts the tail that it saw before.
//
// heddle: verdict=clean args=--bound preemptions=2
// heddle: verdict=clean args=--bound preemptions=0 -DBUG=1
// heddle: verdict=bug kind=assertion cause=assertion args=--bound preemptions=1 -DBUG=1
// heddle: verdict=clean args=--bound preemptions=1 -DBUG=2
// heddle: verdict=bug kind=assertion cause=assertion args=--bound preemptions=2 -DBUG=2
// heddle: verdict=clean args=--bound preemptions=1 -DBUG=3
// heddle: verdict=bug kind=assertion cause=assertion args=--bound preemptions=2 -DBUG=3
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "../together.h"

#ifndef BUG
#define BUG 0
#endif

enum { SIZE = 4, ITEMS = 3, NOTHING = -1 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int head;
static atomic_int tail;
static atomic_int ring[SIZE];
static atomic_int taken[ITEMS];

static void push(int item) {
    int at = tail;
    ring[at % SIZE] = item;
    tail = at + 1;
}

/* Under the lock: the last item, unless a thief has it. */
static int pop_last(int at) {
    pthread_mutex_lock(&lock);
    int item = NOTHING;
    if (head <= at) {
        item = ring[at % SIZE];
    } else {
        tail = at + 1;
    }
    pthread_mutex_unlock(&lock);
    return item;
}

static int pop(void) {
    int at = tail - 1;
#if BUG == 1
    int seen = head;
    tail = at;
#else
    tail = at;
    int seen = head;
#endif
    if (seen < at) {
        return ring[at % SIZE];
    }
#if BUG == 1
    if (seen == at) {
        return ring[at % SIZE];
    }
#endif
    return pop_last(at);
}

#if BUG != 3
static int steal(void) {
#if BUG != 2
    pthread_mutex_lock(&lock);
#endif
    int at = head;
    head = at + 1;
    int item = NOTHING;
    if (at < tail) {
        item = ring[at % SIZE];
    } else {
        head = at;
    }
#if BUG != 2
    pthread_mutex_unlock(&lock);
#endif
    return item;
}
#else
static int steal_all(int *items) {
    pthread_mutex_lock(&lock);
    int from = head;
    int to = tail;
    int count = 0;
    for (int at = from; at < to; at++) {
        items[count++] = ring[at % SIZE];
    }
    head = to > from ? to : from;
    pthread_mutex_unlock(&lock);
    return count;
}
#endif

static void take(int item) {
    if (item != NOTHING) {
        assert(atomic_fetch_add(&taken[item], 1) == 0);
    }
}

static void *own(void *unused) {
    push(0);
    push(1);
    take(pop());
    push(2);
    take(pop());
    take(pop());
    return unused;
}

static void *thieve(void *unused) {
#if BUG == 3
    int items[SIZE];
    int count = steal_all(items);
    for (int i = 0; i < count; i++) {
        take(items[i]);
    }
#else
    take(steal());
    take(steal());
#endif
    return unused;
}

int main(void) {
#if BUG == 2
    TOGETHER(own, thieve, thieve);
#else
    TOGETHER(own, thieve);
#endif
    for (int item = pop(); item != NOTHING; item = pop()) {
        take(item);
    }
    for (int item = 0; item < ITEMS; item++) {
        assert(taken[item] == 1);
    }
    return 0;
}
