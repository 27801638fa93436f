// Peterson's mutual exclusion of two threads, with atomics. Clean, and proved so.
// The bugs: -DIMPATIENT gives the turn away before saying that it wants to enter, so both may enter; -DNO_TURN leaves the turn
// out, so both wait for ever for each other's flag to fall: a livelock. -DON_HEAP has the atomics behind pointers, which each round reads.
//
//   heddle check 31-peterson.c
//   heddle check -DIMPATIENT 31-peterson.c
//   heddle check -DNO_TURN 31-peterson.c
//   heddle check -DON_HEAP 31-peterson.c
//
// heddle: verdict=clean executions=12
// heddle: verdict=bug kind=assertion cause=assertion args=-DIMPATIENT
// heddle: verdict=bug kind=livelock cause=spin-cycle args=-DNO_TURN
// heddle: verdict=clean executions=15 args=-DON_HEAP
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#ifdef ON_HEAP
static atomic_bool *wants;
static atomic_int *turn_of_all;
#define turn (*turn_of_all)
#else
static atomic_bool wants[2];
static atomic_int turn;
#endif
static atomic_int inside;
static int numbers[2] = {0, 1};

static void enter(int me, int other) {
#if defined IMPATIENT
    atomic_store(&turn, other);
    atomic_store(&wants[me], true);
#else
    atomic_store(&wants[me], true);
    atomic_store(&turn, other);
#endif
#ifdef NO_TURN
    while (atomic_load(&wants[other])) {
    }
#else
    while (atomic_load(&wants[other]) && atomic_load(&turn) == other) {
    }
#endif
}

static void *work(void *number) {
    int me = *(int *)number;
    enter(me, 1 - me);
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    atomic_store(&wants[me], false);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
#ifdef ON_HEAP
    wants = calloc(2, sizeof *wants);
    turn_of_all = calloc(1, sizeof *turn_of_all);
#endif
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, work, &numbers[i]);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
#ifdef ON_HEAP
    free(wants);
    free(turn_of_all);
#endif
    return 0;
}
