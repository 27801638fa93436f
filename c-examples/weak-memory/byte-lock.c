// A lock of readers and one writer, in which each reader has a byte of its own. A reader raises its byte and looks whether there is a
// writer; a writer takes its word and looks at all bytes.
//
// The writer's exchange is a locked instruction, so its side is right on x86. The reader's store may still be in its store buffer when it
// looks for the writer: both get in. The fix: the reader's byte is exchanged as well (-DFIXED).
//
//   heddle check --model=tso c-examples/weak-memory/byte-lock.c
//
// heddle: verdict=bug kind=assertion cause=assertion args=--model=tso
// heddle: verdict=clean args=--model=tso -DFIXED
// heddle: verdict=clean args=--model=sc
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define READERS 2

static atomic_bool reads[READERS], writes;
static atomic_int writers;
static int numbers[READERS] = {0, 1};

static void read_lock(int me) {
    for (;;) {
#ifdef FIXED
        atomic_exchange_explicit(&reads[me], true, memory_order_acquire);
#else
        atomic_store_explicit(&reads[me], true, memory_order_release);
#endif
        if (!atomic_load_explicit(&writes, memory_order_acquire)) {
            return;
        }
        atomic_store_explicit(&reads[me], false, memory_order_release);
        while (atomic_load_explicit(&writes, memory_order_acquire)) {
        }
    }
}

static void *reader(void *number) {
    int me = *(int *)number;
    read_lock(me);
    assert(atomic_load_explicit(&writers, memory_order_relaxed) == 0);
    atomic_store_explicit(&reads[me], false, memory_order_release);
    return NULL;
}

static void *writer(void *unused) {
    while (atomic_exchange_explicit(&writes, true, memory_order_acquire)) {
    }
    for (int i = 0; i < READERS; i++) {
        while (atomic_load_explicit(&reads[i], memory_order_acquire)) {
        }
    }
    atomic_fetch_add_explicit(&writers, 1, memory_order_relaxed);
    atomic_fetch_sub_explicit(&writers, 1, memory_order_relaxed);
    atomic_store_explicit(&writes, false, memory_order_release);
    return unused;
}

int main(void) {
    pthread_t readers[READERS], one_writer;
    for (int i = 0; i < READERS; i++) {
        pthread_create(&readers[i], NULL, reader, &numbers[i]);
    }
    pthread_create(&one_writer, NULL, writer, NULL);
    for (int i = 0; i < READERS; i++) {
        pthread_join(readers[i], NULL);
    }
    pthread_join(one_writer, NULL);
    return 0;
}
