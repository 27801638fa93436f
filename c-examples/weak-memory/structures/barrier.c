// Threads meet; the last one lets all go on (a central barrier with a sense).
//
//   heddle check --model=rc11 -DARRIVE=memory_order_relaxed c-examples/weak-memory/structures/barrier.c
//
// weaker: wrong ARRIVE=acquire ARRIVE=release ARRIVE=relaxed OPEN=relaxed LOOK=relaxed
//
// heddle: verdict=clean executions=4 args=--model=rc11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef ARRIVE
#define ARRIVE memory_order_acq_rel
#endif
#ifndef OPEN
#define OPEN memory_order_release
#endif
#ifndef LOOK
#define LOOK memory_order_acquire
#endif

static atomic_int left = 2, sense;
static int parts[2];

static void meet(void) {
    if (atomic_fetch_sub_explicit(&left, 1, ARRIVE) == 1) {
        atomic_store_explicit(&sense, 1, OPEN);
    } else {
        while (!atomic_load_explicit(&sense, LOOK)) {
        }
    }
}

static void *work(void *part) {
    *(int *)part = 1;
    meet();
    assert(parts[0] + parts[1] == 2);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, work, &parts[i]);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
