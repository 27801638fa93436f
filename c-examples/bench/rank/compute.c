// Programs that compute: many accesses to memory, few of them to synchronise. In the role of those of Table 2 of Bindal, Bansal and Lal
// (ISSTA 2013). -DPROGRAM=1 a cache; 2 Monte Carlo; 3 successive over-relaxation with barriers; 4 a blocking queue; -DSIZE is how much
// each thread does.
//
// heddle: verdict=clean args=--bound preemptions=0 -DPROGRAM=1 -DSIZE=20 -DTHREADS=2
// heddle: verdict=clean args=--bound preemptions=0 -DPROGRAM=2 -DSIZE=20 -DTHREADS=2
// heddle: verdict=clean args=--bound preemptions=0 -DPROGRAM=3 -DSIZE=20 -DTHREADS=2
// heddle: verdict=clean args=--bound preemptions=0 -DPROGRAM=4 -DSIZE=3 -DTHREADS=2
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <stddef.h>

#ifndef PROGRAM
#define PROGRAM 2
#endif
#ifndef SIZE
#define SIZE 1000
#endif
#ifndef THREADS
#define THREADS 4
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#if PROGRAM == 1
enum { ENTRIES = 64 };
static struct {
    int key;
    int value;
} entries[ENTRIES];

static void work(int own) {
    for (int i = 0; i < SIZE; i++) {
        int key = (own * 31 + i * 7) % (4 * ENTRIES);
        pthread_mutex_lock(&lock);
        if (entries[key % ENTRIES].key != key) {
            entries[key % ENTRIES].key = key;
            entries[key % ENTRIES].value = key * key;
        }
        pthread_mutex_unlock(&lock);
    }
}
#elif PROGRAM == 2
static unsigned hits[THREADS];
static unsigned sum;

static void work(int own) {
    unsigned state = 12345u + (unsigned)own;
    for (int i = 0; i < SIZE; i++) {
        state = state * 1664525u + 1013904223u;
        unsigned x = state >> 17;
        state = state * 1664525u + 1013904223u;
        unsigned y = state >> 17;
        hits[own] += x * x + y * y < (1u << 30);
    }
    pthread_mutex_lock(&lock);
    sum += hits[own];
    pthread_mutex_unlock(&lock);
}
#elif PROGRAM == 3
enum { WIDTH = 16, ROUNDS = 3 };
static double grid[2][THREADS + 2][WIDTH + SIZE];
static pthread_barrier_t round_end;

static void work(int own) {
    for (int round = 0; round < ROUNDS; round++) {
        int from = round % 2;
        for (int i = 1; i < WIDTH + SIZE - 1; i++) {
            grid[1 - from][own + 1][i] = (grid[from][own][i] + grid[from][own + 2][i] + grid[from][own + 1][i - 1] +
                                          grid[from][own + 1][i + 1]) /
                                         4;
        }
        pthread_barrier_wait(&round_end);
    }
}
#else
enum { PLACES = 4 };
static int places[PLACES];
static int count;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void work(int own) {
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&lock);
        while (own % 2 == 0 ? count == PLACES : count == 0) {
            pthread_cond_wait(&changed, &lock);
        }
        count += own % 2 == 0 ? 1 : -1;
        places[own % 2 == 0 ? count - 1 : count] = i;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
    }
}
#endif

static void *run(void *number) {
    work((int)(long)number);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
#if PROGRAM == 3
    pthread_barrier_init(&round_end, NULL, THREADS);
    (void)lock;
#endif
    for (long i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, run, (void *)i);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
