// A consumer waits until a ring is no longer empty: it looks at `tail`, which is atomic, and at its own plain `head`. Such a loop is a wait
// as well: it is neither unrolled nor cut off.
// The bug (-DNEVER): the producer does not move `tail`.
//
//   heddle check 05-mixed-wait.c
//   heddle check -DNEVER 05-mixed-wait.c
//
// heddle: verdict=clean
// heddle: verdict=bug kind=livelock cause=spin args=-DNEVER
#include <pthread.h>
#include <stdatomic.h>

static volatile unsigned head;
static atomic_uint tail;
static int item;

static void *produce(void *unused) {
    item = 42;
#ifndef NEVER
    atomic_store(&tail, head + 1);
#endif
    return unused;
}

int main(void) {
    pthread_t producer;
    pthread_create(&producer, NULL, produce, NULL);
    while (head == atomic_load(&tail)) {
    }
    int got = item;
    head++;
    pthread_join(producer, NULL);
    return got != 42;
}
