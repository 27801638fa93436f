// A deque whose owner takes from one end, and thieves from the other (Le and others, PPoPP 2013).
//
//   heddle check --model=rc11 -DSHOW=memory_order_relaxed c-examples/weak-memory/structures/work-stealing.c
//
// weaker: wrong SHOW=relaxed TAKE=acq_rel TAKE=relaxed STEAL=acq_rel STEAL=relaxed BOTTOM=relaxed
// weaker: right TOP=relaxed RACE=acq_rel RACE=release RACE=acquire RACE=relaxed
//
// heddle: verdict=clean executions=300 args=--model=rc11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef SHOW
#define SHOW memory_order_release
#endif
#ifndef TAKE
#define TAKE memory_order_seq_cst
#endif
#ifndef STEAL
#define STEAL memory_order_seq_cst
#endif
#ifndef TOP
#define TOP memory_order_acquire
#endif
#ifndef BOTTOM
#define BOTTOM memory_order_acquire
#endif
#ifndef RACE
#define RACE memory_order_seq_cst
#endif

static atomic_int top, bottom, items[2], taken[2];

static void count(int item) { assert(atomic_fetch_add_explicit(&taken[item - 1], 1, memory_order_relaxed) == 0); }

static void push(int item) {
    int place = atomic_load_explicit(&bottom, memory_order_relaxed);
    atomic_store_explicit(&items[place], item, memory_order_relaxed);
    atomic_thread_fence(SHOW);
    atomic_store_explicit(&bottom, place + 1, memory_order_relaxed);
}

static void take(void) {
    int place = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
    atomic_store_explicit(&bottom, place, memory_order_relaxed);
    atomic_thread_fence(TAKE);
    int first = atomic_load_explicit(&top, memory_order_relaxed);
    if (first < place) {
        count(atomic_load_explicit(&items[place], memory_order_relaxed));
        return;
    }
    if (first == place && atomic_compare_exchange_strong_explicit(&top, &first, first + 1, RACE, memory_order_relaxed)) {
        count(atomic_load_explicit(&items[place], memory_order_relaxed));
    }
    atomic_store_explicit(&bottom, place + 1, memory_order_relaxed);
}

static void *steal(void *unused) {
    int first = atomic_load_explicit(&top, TOP);
    atomic_thread_fence(STEAL);
    int end = atomic_load_explicit(&bottom, BOTTOM);
    if (first < end) {
        int item = atomic_load_explicit(&items[first], memory_order_relaxed);
        if (atomic_compare_exchange_strong_explicit(&top, &first, first + 1, RACE, memory_order_relaxed)) {
            assert(item != 0);
            count(item);
        }
    }
    return unused;
}

int main(void) {
    pthread_t thieves[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&thieves[i], NULL, steal, NULL);
    }
    push(1);
    push(2);
    take();
    take();
    for (int i = 0; i < 2; i++) {
        pthread_join(thieves[i], NULL);
    }
    return 0;
}
