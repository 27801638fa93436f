// A lock-free stack of free indices with a number of elements beside it, in the manner of the one that D. Vyukov posted as a riddle:
// two threads get the same element, but only with three threads and at least five preemptions in the right places.
//
// heddle: verdict=inconclusive slow args=-t 2s
// heddle: verdict=clean args=--bound switches=2
#include <assert.h>
#include <stdatomic.h>

#include "../../together.h"

enum { ELEMENTS = 3, ROUNDS = 2 };

static atomic_int count = ELEMENTS;
static atomic_int head;
static atomic_int next[ELEMENTS] = {1, 2, -1};
static atomic_int users[ELEMENTS];

static int pop(void) {
    while (atomic_load(&count) > 1) {
        int first = atomic_load(&head);
        int behind = atomic_exchange(&next[first], -1);
        if (behind >= 0) {
            int expected = first;
            if (atomic_compare_exchange_strong(&head, &expected, behind)) {
                atomic_fetch_sub(&count, 1);
                return first;
            }
            atomic_exchange(&next[first], behind);
        }
    }
    return -1;
}

static void push(int element) {
    int first = atomic_load(&head);
    do {
        atomic_store(&next[element], first);
    } while (!atomic_compare_exchange_strong(&head, &first, element));
    atomic_fetch_add(&count, 1);
}

static void *use(void *unused) {
    for (int round = 0; round < ROUNDS; round++) {
        int element = pop();
        if (element >= 0) {
            assert(atomic_fetch_add(&users[element], 1) == 0);
            atomic_fetch_sub(&users[element], 1);
            push(element);
        }
    }
    return unused;
}

int main(void) {
    TOGETHER(use, use, use);
    return 0;
}
