// Vyukov's bounded queue with several producers and consumers: each cell has a sequence number that says whose turn it is. Here the
// numbers are relaxed, and fences stand where the cell is entered and left. What a cell holds is plain memory. With WRONG a consumer leaves
// without a fence, and the producer that comes round writes what nothing orders behind the read.
//
// heddle: verdict=clean c11=yes
// heddle: verdict=bug kind=data-race cause=read-write args=-DWRONG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define ROOM 2

static struct {
    atomic_size_t sequence;
    int value;
} cells[ROOM];
static atomic_size_t tail, head;

static bool enqueue(int value) {
    size_t at = atomic_load_explicit(&tail, memory_order_relaxed);
    for (;;) {
        size_t sequence = atomic_load_explicit(&cells[at % ROOM].sequence, memory_order_relaxed);
        atomic_thread_fence(memory_order_acquire);
        if (sequence == at) {
            if (atomic_compare_exchange_strong_explicit(&tail, &at, at + 1, memory_order_relaxed, memory_order_relaxed)) {
                break;
            }
        } else if (sequence < at) {
            return false;
        } else {
            at = atomic_load_explicit(&tail, memory_order_relaxed);
        }
    }
    cells[at % ROOM].value = value;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&cells[at % ROOM].sequence, at + 1, memory_order_relaxed);
    return true;
}

static bool dequeue(int *value) {
    size_t at = atomic_load_explicit(&head, memory_order_relaxed);
    for (;;) {
        size_t sequence = atomic_load_explicit(&cells[at % ROOM].sequence, memory_order_relaxed);
        atomic_thread_fence(memory_order_acquire);
        if (sequence == at + 1) {
            if (atomic_compare_exchange_strong_explicit(&head, &at, at + 1, memory_order_relaxed, memory_order_relaxed)) {
                break;
            }
        } else if (sequence < at + 1) {
            return false;
        } else {
            at = atomic_load_explicit(&head, memory_order_relaxed);
        }
    }
    *value = cells[at % ROOM].value;
#ifndef WRONG
    atomic_thread_fence(memory_order_release);
#endif
    atomic_store_explicit(&cells[at % ROOM].sequence, at + ROOM, memory_order_relaxed);
    return true;
}

static void *consume(void *unused) {
    int value;
    if (dequeue(&value)) {
        assert(value == 1);
    }
    return unused;
}

int main(void) {
    pthread_t consumer;
    for (size_t i = 0; i < ROOM; i++) {
        atomic_init(&cells[i].sequence, i);
    }
    assert(enqueue(1) && enqueue(2));
    pthread_create(&consumer, NULL, consume, NULL);
    enqueue(3);
    pthread_join(consumer, NULL);
    return 0;
}
