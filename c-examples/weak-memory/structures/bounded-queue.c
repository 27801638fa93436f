// A ring of cells, each with a number that says whose turn it is (Vyukov). Two threads put, and the main one takes.
//
//   heddle check --model=rc11 -DTURN=memory_order_relaxed c-examples/weak-memory/structures/bounded-queue.c
//
// weaker: wrong TURN=relaxed FILL=relaxed FILLED=relaxed EMPTY=relaxed
//
// heddle: verdict=clean executions=212 args=--model=rc11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef TURN
#define TURN memory_order_acquire
#endif
#ifndef CLAIM
#define CLAIM memory_order_relaxed
#endif
#ifndef FILL
#define FILL memory_order_release
#endif
#ifndef FILLED
#define FILLED memory_order_acquire
#endif
#ifndef EMPTY
#define EMPTY memory_order_release
#endif

#define CELLS 2

static struct cell {
    atomic_int turn;
    int value;
} cells[CELLS];
static atomic_int puts;
static int takes;

static int put(int value) {
    int place = atomic_load_explicit(&puts, memory_order_relaxed);
    for (;;) {
        struct cell *cell = &cells[place % CELLS];
        int turn = atomic_load_explicit(&cell->turn, TURN);
        if (turn < place) {
            return 0;
        }
        if (turn > place) {
            place = atomic_load_explicit(&puts, memory_order_relaxed);
        } else if (atomic_compare_exchange_strong_explicit(&puts, &place, place + 1, CLAIM, memory_order_relaxed)) {
            cell->value = value;
            atomic_store_explicit(&cell->turn, place + 1, FILL);
            return 1;
        }
    }
}

static int take(void) {
    struct cell *cell = &cells[takes % CELLS];
    if (atomic_load_explicit(&cell->turn, FILLED) != takes + 1) {
        return 0;
    }
    int value = cell->value;
    atomic_store_explicit(&cell->turn, takes++ + CELLS, EMPTY);
    return value;
}

static void *produce(void *unused) {
    put(42);
    return unused;
}

static void *produce_two(void *unused) {
    put(42);
    put(42);
    return unused;
}

int main(void) {
    for (int i = 0; i < CELLS; i++) {
        atomic_store_explicit(&cells[i].turn, i, memory_order_relaxed);
    }
    pthread_t one, other;
    pthread_create(&one, NULL, produce, NULL);
    pthread_create(&other, NULL, produce_two, NULL);
    for (int i = 0; i < 2; i++) {
        int value = take();
        assert(value == 0 || value == 42);
    }
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
