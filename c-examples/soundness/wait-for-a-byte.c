// One thread waits for a flag of one byte, and another one lowers it. The flag is all that its heap block has (-DALONE), or has a neighbour
// that is written meanwhile: that is neither beside the block nor a race. The bug (-DBUG): the waiting thread reads the neighbour, which is
// written after the flag.
//
// heddle: verdict=clean
// heddle: verdict=clean args=-DALONE
// heddle: verdict=bug kind=data-race cause=read-write args=-DBUG
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

struct pair {
    _Atomic char flag;
    char neighbour;
};

static void *wait_for_it(void *argument) {
    struct pair *pair = argument;
    while (atomic_load(&pair->flag)) {
        sched_yield();
    }
#ifdef BUG
    return pair->neighbour ? argument : NULL;
#else
    return NULL;
#endif
}

int main(void) {
#ifdef ALONE
    struct pair *pair = malloc(1);
#else
    struct pair *pair = calloc(1, sizeof *pair);
#endif
    atomic_init(&pair->flag, 1);
    pthread_t thread;
    pthread_create(&thread, NULL, wait_for_it, pair);
    atomic_store(&pair->flag, 0);
#ifndef ALONE
    pair->neighbour = 1;
#endif
    pthread_join(thread, NULL);
    free(pair);
    return 0;
}
