// A ring of one producer and one consumer: the one moves the head, the other one the tail.
//
// With a head that is stored relaxed, C11 lets the consumer see the new head and what was in the slot before. The fix: heads and
// tails are released and acquired (-DFIXED). What C11 allows then is harmless: either thread may learn later that the other one
// has moved on, and waits for longer.
//
//   heddle check c-examples/weak-memory/ring-buffer.c
//
// heddle: verdict=bug kind=assertion cause=assertion c11=consume:slots
// heddle: verdict=clean c11=executed:produce:tail args=-DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=--model=rc11
// heddle: verdict=clean args=--model=rc11 -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=--model=pso
// heddle: verdict=clean args=--model=pso -DFIXED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FIXED
#define PUBLISH memory_order_release
#else
#define PUBLISH memory_order_relaxed
#endif

#define SLOTS 2u
#define ITEMS 3u

static atomic_uint slots[SLOTS], head, tail;

static void *produce(void *unused) {
    (void)unused;
    for (unsigned item = 0; item < ITEMS; item++) {
        while (item - atomic_load_explicit(&tail, memory_order_acquire) == SLOTS) {
        }
        atomic_store_explicit(&slots[item % SLOTS], item + 1, memory_order_relaxed);
        atomic_store_explicit(&head, item + 1, PUBLISH);
    }
    return NULL;
}

static void *consume(void *unused) {
    (void)unused;
    for (unsigned item = 0; item < ITEMS; item++) {
        while (atomic_load_explicit(&head, memory_order_acquire) == item) {
        }
        assert(atomic_load_explicit(&slots[item % SLOTS], memory_order_relaxed) == item + 1);
        atomic_store_explicit(&tail, item + 1, memory_order_release);
    }
    return NULL;
}

int main(void) {
    pthread_t producer, consumer;
    pthread_create(&producer, NULL, produce, NULL);
    pthread_create(&consumer, NULL, consume, NULL);
    pthread_join(producer, NULL);
    pthread_join(consumer, NULL);
    return 0;
}
