// The deque of Chase and Lev as Lê, Pop, Cohen and Zappa Nardelli have it for C11 (PPoPP 2013): the owner pushes and takes at the bottom,
// a thief steals at the top, and fences order the two. What an item says is plain memory. Each item is taken once. With WRONG the push has
// no fence: the thief may find the old contents of a slot, and an item is lost, or an item that nothing orders behind its write.
//
// heddle: verdict=clean c11=yes
// heddle: verdict=bug kind=assertion cause=assertion races args=-DWRONG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define ROOM 4

struct item {
    int taken;
};

static struct item items[2];
static _Atomic(struct item *) slots[ROOM];
static atomic_long top, bottom;

static void push(struct item *item) {
    long at = atomic_load_explicit(&bottom, memory_order_relaxed);
    atomic_store_explicit(&slots[at % ROOM], item, memory_order_relaxed);
#ifndef WRONG
    atomic_thread_fence(memory_order_release);
#endif
    atomic_store_explicit(&bottom, at + 1, memory_order_relaxed);
}

static struct item *take(void) {
    long at = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
    atomic_store_explicit(&bottom, at, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    long first = atomic_load_explicit(&top, memory_order_relaxed);
    struct item *item = NULL;
    if (first <= at) {
        item = atomic_load_explicit(&slots[at % ROOM], memory_order_relaxed);
        if (first == at) {
            if (!atomic_compare_exchange_strong_explicit(
                    &top, &first, first + 1, memory_order_seq_cst, memory_order_relaxed)) {
                item = NULL;
            }
            atomic_store_explicit(&bottom, at + 1, memory_order_relaxed);
        }
    } else {
        atomic_store_explicit(&bottom, at + 1, memory_order_relaxed);
    }
    return item;
}

static struct item *steal(void) {
    long first = atomic_load_explicit(&top, memory_order_acquire);
    atomic_thread_fence(memory_order_seq_cst);
    long end = atomic_load_explicit(&bottom, memory_order_acquire);
    if (first >= end) {
        return NULL;
    }
    struct item *item = atomic_load_explicit(&slots[first % ROOM], memory_order_relaxed);
    return atomic_compare_exchange_strong_explicit(&top, &first, first + 1, memory_order_seq_cst, memory_order_relaxed)
               ? item
               : NULL;
}

static void use(struct item *item) {
    if (item) {
        assert(item->taken == 0);
        item->taken = 1;
    }
}

static void *thief(void *unused) {
    use(steal());
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, thief, NULL);
    for (int i = 0; i < 2; i++) {
        items[i].taken = 0;
        push(&items[i]);
    }
    use(take());
    use(take());
    pthread_join(thread, NULL);
    assert(items[0].taken == 1 && items[1].taken == 1);
    return 0;
}
