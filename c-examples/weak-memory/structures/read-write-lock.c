// Readers count themselves; a writer takes all at once.
//
//   heddle check --model=rc11 -DENTER=memory_order_relaxed c-examples/weak-memory/structures/read-write-lock.c
//
// weaker: wrong ENTER=relaxed LEAVE=relaxed TAKE=relaxed GIVE=relaxed
//
// heddle: verdict=clean executions=148 args=--model=rc11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef ENTER
#define ENTER memory_order_acquire
#endif
#ifndef LEAVE
#define LEAVE memory_order_release
#endif
#ifndef TAKE
#define TAKE memory_order_acquire
#endif
#ifndef GIVE
#define GIVE memory_order_release
#endif

#define ALL 8

static atomic_int room = ALL;
static int left, right;

static void *write_both(void *unused) {
    int expected = ALL;
    while (!atomic_compare_exchange_strong_explicit(&room, &expected, 0, TAKE, memory_order_relaxed)) {
        expected = ALL;
    }
    left++;
    right++;
    atomic_store_explicit(&room, ALL, GIVE);
    return unused;
}

static void *read_both(void *unused) {
    int now = atomic_load_explicit(&room, memory_order_relaxed);
    if (now > 0 && atomic_compare_exchange_strong_explicit(&room, &now, now - 1, ENTER, memory_order_relaxed)) {
        assert(left == right);
        atomic_fetch_add_explicit(&room, 1, LEAVE);
    }
    return unused;
}

int main(void) {
    pthread_t writer, readers[2];
    pthread_create(&writer, NULL, write_both, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_create(&readers[i], NULL, read_both, NULL);
    }
    pthread_join(writer, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_join(readers[i], NULL);
    }
    return 0;
}
