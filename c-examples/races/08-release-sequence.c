// A message is released through a counter that another thread changes in between.
// The bug: it stores, which ends the release sequence, so that whoever reads the new value has not acquired the message.
// The fix (-DFIXED): it adds; a read-modify-write, even a relaxed one, goes on with the sequence.
//
//   heddle check races/08-release-sequence.c
//   heddle check -DFIXED races/08-release-sequence.c
//
// heddle: verdict=bug kind=data-race cause=read-write
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <stdatomic.h>

static int message;
static atomic_int stage;

static void *change(void *unused) {
    (void)unused;
    if (atomic_load_explicit(&stage, memory_order_relaxed) == 1) {
#ifdef FIXED
        atomic_fetch_add_explicit(&stage, 1, memory_order_relaxed);
#else
        atomic_store_explicit(&stage, 2, memory_order_relaxed);
#endif
    }
    return NULL;
}

static void *receive(void *unused) {
    return atomic_load_explicit(&stage, memory_order_acquire) == 2 && message != 42 ? unused : NULL;
}

int main(void) {
    pthread_t changer, receiver;
    pthread_create(&changer, NULL, change, NULL);
    pthread_create(&receiver, NULL, receive, NULL);
    message = 42;
    atomic_store_explicit(&stage, 1, memory_order_release);
    pthread_join(changer, NULL);
    pthread_join(receiver, NULL);
    return 0;
}
