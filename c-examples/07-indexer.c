// Threads put four messages each into a hash table without locks; who finds a slot taken tries the next one (after
// Flanagan and Godefroid, POPL 2005). Clean.
//
// Why it is here: up to eleven threads never touch the same slot, so all their orders, more than there are atoms on
// earth, are one to a checker that knows which steps are independent. Every further thread adds some collisions.
//
//   heddle check 07-indexer.c
//   heddle check -DN=13 07-indexer.c
//
// heddle: verdict=clean executions=1 args=-DN=11
// heddle: verdict=clean executions=8 args=-DN=12
// heddle: verdict=clean executions=64 args=-DN=13
// heddle: verdict=clean executions=512 args=-DN=14
// heddle: verdict=clean executions=4096 args=--bound none -DN=15
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef N
#define N 12
#endif
#define SLOTS 128
#define MESSAGES 4

static atomic_int table[SLOTS];
static int numbers[N];

static bool put(int slot, int message) {
    int empty = 0;
    return atomic_compare_exchange_strong(&table[slot], &empty, message);
}

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
    for (int i = 0; i < N; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, index_messages, &numbers[i]);
    }
    for (int i = 0; i < N; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
