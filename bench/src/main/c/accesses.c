/* 100 million accesses of a table by one thread. Writes into the file that its argument names how many seconds of processor
 * time they took, and how many KiB of memory the process had. */
#include <pthread.h>

#include "measured.h"

#define ACCESSES 100000000L
#define ENTRIES 4096

static int table[ENTRIES];

static void *nothing(void *unused) {
    return unused;
}

int main(int count, char **arguments) {
    pthread_t thread;
    pthread_create(&thread, NULL, nothing, NULL);
    pthread_join(thread, NULL);
    double start = user_seconds();
    int *volatile escaped = table; /* so that no compiler does the sums beforehand */
    int *entries = escaped;
    for (long i = 0; i < ACCESSES / 2; i++) {
        entries[i * 7 % ENTRIES] += (int)i; /* a read and a write */
    }
    double passed = user_seconds() - start;
    if (count > 1) {
        write_cost(arguments[1], passed);
    }
    return 0;
}
