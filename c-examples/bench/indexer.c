// The indexer of Flanagan and Godefroid (POPL 2005), written afresh. -DMTX: a mutex for each slot instead of
// compare-and-swap; the numbers are the same.
//
//   heddle check -DN=14 indexer.c
//
// heddle: verdict=clean executions=8 args=-DN=12
// heddle: verdict=clean executions=64 args=-DMTX -DN=13
// heddle: verdict=clean executions=512 args=-DMTX -DN=14
// heddle: verdict=clean executions=4096 slow args=--bound none -DMTX -DN=15
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef N
#define N 12
#endif
#define SLOTS 128
#define MESSAGES 4

static int numbers[N];

#ifdef MTX
static int table[SLOTS];
static pthread_mutex_t locks[SLOTS];

static bool put(int slot, int message) {
    pthread_mutex_lock(&locks[slot]);
    bool empty = table[slot] == 0;
    if (empty) {
        table[slot] = message;
    }
    pthread_mutex_unlock(&locks[slot]);
    return empty;
}

static void init(void) {
    for (int i = 0; i < SLOTS; i++) {
        pthread_mutex_init(&locks[i], NULL);
    }
}
#else
static atomic_int table[SLOTS];

static bool put(int slot, int message) {
    int empty = 0;
    return atomic_compare_exchange_strong(&table[slot], &empty, message);
}

static void init(void) {}
#endif

static void *index_messages(void *number) {
    for (int m = 1; m <= MESSAGES; m++) {
        int message = m * 11 + *(int *)number;
        int slot = message * 7 % SLOTS;
        while (!put(slot, message)) {
            slot = (slot + 1) % SLOTS;
        }
    }
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    init();
    for (int i = 0; i < N; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, index_messages, &numbers[i]);
    }
    for (int i = 0; i < N; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
