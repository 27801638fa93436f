// A message is published by a relaxed store behind a release fence, and taken behind a relaxed load and an acquire fence. With WRONG the
// receiver has no fence.
//
// heddle: verdict=clean c11=yes
// heddle: verdict=bug kind=data-race cause=read-write args=-DWRONG
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int message;
static atomic_int ready;

static void *send(void *unused) {
    message = 42;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

static void *receive(void *unused) {
    if (atomic_load_explicit(&ready, memory_order_relaxed)) {
#ifndef WRONG
        atomic_thread_fence(memory_order_acquire);
#endif
        return message == 42 ? unused : &message;
    }
    return unused;
}

int main(void) {
    pthread_t sender, receiver;
    pthread_create(&sender, NULL, send, NULL);
    pthread_create(&receiver, NULL, receive, NULL);
    pthread_join(sender, NULL);
    pthread_join(receiver, NULL);
    return 0;
}
