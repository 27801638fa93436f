// Threads that search a part of an array each, and set one flag where they find something.
//
// No bug. Whoever stores the number that others store as well leaves the same behind, so the stores have no order among themselves
// (--coarser=mark, which is part of the default). See docs/search.md.
//
//   heddle check 29-found.c
//   heddle check --coarser=none 29-found.c
//
// heddle: verdict=clean executions=1
// heddle: verdict=clean executions=1 args=--coarser=mark
// heddle: verdict=clean executions=720 args=--coarser=none
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { THREADS = 6, PART = 4 };

static int numbers[THREADS * PART];
static atomic_bool found;

static void *search(void *part) {
    for (int i = 0; i < PART; i++) {
        if (((int *)part)[i] == 1) {
            found = true;
        }
    }
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        numbers[i * PART] = 1;
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, search, &numbers[i * PART]);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    assert(found);
    return 0;
}
