// lastzero(N) of Abdulla, Aronis, Jonsson and Sagonas (POPL 2014), written afresh: N writers, each of which makes a cell one
// more than the cell before it, and a thread that looks for the last zero. -DMTX: see shared_int.h.
//
//   heddle check -DN=8 lastzero.c
//
// heddle: verdict=clean executions=64 args=-DN=5
// heddle: verdict=clean executions=704 args=-DN=8
// heddle: verdict=clean executions=3328 args=--bound none -DN=10
#include <pthread.h>

#include "shared_int.h"

#ifndef N
#define N 5
#endif

static struct shared_int cells[N + 1];
static int numbers[N + 1];

static void *find_last_zero(void *unused) {
    int i = N;
    while (shared_read(&cells[i]) != 0) {
        i--;
    }
    return unused;
}

static void *write_cell(void *number) {
    int i = *(int *)number;
    shared_write(&cells[i], shared_read(&cells[i - 1]) + 1);
    return NULL;
}

int main(void) {
    pthread_t threads[N + 1];
    for (int i = 0; i <= N; i++) {
        shared_init(&cells[i]);
    }
    for (int i = 0; i <= N; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, i == 0 ? find_last_zero : write_cell, &numbers[i]);
    }
    for (int i = 0; i <= N; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
