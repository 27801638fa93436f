// One thread writes a message and raises a flag, another one looks at the flag and reads the message.
//
// With relaxed orders no interleaving goes wrong, but C11 allows the reader to see the flag and the old message: a compiler or an
// ARM processor may reorder the two stores, or the two loads. The fix: the flag is released and acquired (-DFIXED).
//
//   heddle check c-examples/weak-memory/message-passing.c
//
// heddle: verdict=bug kind=assertion cause=assertion c11=read_message:message
// heddle: verdict=clean c11=yes args=-DFIXED
// heddle: verdict=clean args=--model=tso
// heddle: verdict=bug kind=assertion cause=assertion args=--model=rc11
// heddle: verdict=clean executions=2 args=--model=rc11 -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=--model=pso
// heddle: verdict=clean executions=2 args=--model=pso -DFIXED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FIXED
#define RAISE memory_order_release
#define LOOK memory_order_acquire
#else
#define RAISE memory_order_relaxed
#define LOOK memory_order_relaxed
#endif

static atomic_int message, flag;

static void *write_message(void *unused) {
    (void)unused;
    atomic_store_explicit(&message, 42, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, RAISE);
    return NULL;
}

static void *read_message(void *unused) {
    (void)unused;
    if (atomic_load_explicit(&flag, LOOK)) {
        assert(atomic_load_explicit(&message, memory_order_relaxed) == 42);
    }
    return NULL;
}

int main(void) {
    pthread_t writer, reader;
    pthread_create(&writer, NULL, write_message, NULL);
    pthread_create(&reader, NULL, read_message, NULL);
    pthread_join(writer, NULL);
    pthread_join(reader, NULL);
    return 0;
}
