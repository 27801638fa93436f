// A reader reads again where the writer has been there meanwhile (Boehm, MSPC 2012).
//
//   heddle check --model=rc11 -DBEGUN=memory_order_relaxed c-examples/weak-memory/structures/sequence-lock.c
//
// weaker: wrong BEGUN=relaxed END=relaxed FIRST=relaxed READ=relaxed
//
// heddle: verdict=clean executions=18 args=--model=rc11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef BEGIN
#define BEGIN memory_order_relaxed
#endif
#ifndef BEGUN
#define BEGUN memory_order_release
#endif
#ifndef END
#define END memory_order_release
#endif
#ifndef FIRST
#define FIRST memory_order_acquire
#endif
#ifndef READ
#define READ memory_order_acquire
#endif
#ifndef LAST
#define LAST memory_order_relaxed
#endif

static atomic_int count, left, right;

static void *write_pair(void *unused) {
    int before = atomic_load_explicit(&count, memory_order_relaxed);
    atomic_store_explicit(&count, before + 1, BEGIN);
    atomic_thread_fence(BEGUN);
    atomic_store_explicit(&left, 1, memory_order_relaxed);
    atomic_store_explicit(&right, 1, memory_order_relaxed);
    atomic_store_explicit(&count, before + 2, END);
    return unused;
}

static void *read_pair(void *unused) {
    int before = atomic_load_explicit(&count, FIRST);
    int one = atomic_load_explicit(&left, memory_order_relaxed);
    int other = atomic_load_explicit(&right, memory_order_relaxed);
    atomic_thread_fence(READ);
    int after = atomic_load_explicit(&count, LAST);
    assert(before != after || before % 2 == 1 || one == other);
    return unused;
}

int main(void) {
    pthread_t writer, reader;
    pthread_create(&writer, NULL, write_pair, NULL);
    pthread_create(&reader, NULL, read_pair, NULL);
    pthread_join(writer, NULL);
    pthread_join(reader, NULL);
    return 0;
}
