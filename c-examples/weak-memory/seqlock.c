// A sequence lock: the writer counts before and after it writes, the reader reads again where the count was odd or has changed.
//
// With the second look at the count before the data in program order only, C11 lets the reader take new data for old: the loads
// of the data may come after that look. And the stores of the data may come before the first count. The fix after Boehm, "Can
// Seqlocks Get Along with Programming Language Memory Models?" (MSPC 2012): a fence on either side (-DFIXED).
//
//   heddle check c-examples/weak-memory/seqlock.c
//
// heddle: verdict=bug kind=assertion cause=assertion c11=read_pair:count
// heddle: verdict=clean c11=yes args=-DFIXED
// heddle: verdict=clean args=--model=tso
// heddle: verdict=bug kind=assertion cause=assertion args=--model=rc11
// heddle: verdict=clean args=--model=rc11 -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=--model=pso
// heddle: verdict=clean args=--model=pso -DFIXED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count, data[2];

static void *write_pair(void *unused) {
    (void)unused;
    int before = atomic_load_explicit(&count, memory_order_relaxed);
    atomic_store_explicit(&count, before + 1, memory_order_relaxed);
#ifdef FIXED
    atomic_thread_fence(memory_order_release);
#endif
    atomic_store_explicit(&data[0], 1, memory_order_relaxed);
    atomic_store_explicit(&data[1], 1, memory_order_relaxed);
    atomic_store_explicit(&count, before + 2, memory_order_release);
    return NULL;
}

static void *read_pair(void *unused) {
    (void)unused;
    int before = atomic_load_explicit(&count, memory_order_acquire);
    int first = atomic_load_explicit(&data[0], memory_order_relaxed);
    int second = atomic_load_explicit(&data[1], memory_order_relaxed);
#ifdef FIXED
    atomic_thread_fence(memory_order_acquire);
#endif
    int after = atomic_load_explicit(&count, memory_order_relaxed);
    assert(before % 2 != 0 || before != after || first == second);
    return NULL;
}

int main(void) {
    pthread_t writer, reader;
    pthread_create(&writer, NULL, write_pair, NULL);
    pthread_create(&reader, NULL, read_pair, NULL);
    pthread_join(writer, NULL);
    pthread_join(reader, NULL);
    return 0;
}
