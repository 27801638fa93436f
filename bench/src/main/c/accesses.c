/* 100 million accesses of a table by one thread. Writes into the file that its argument names how many seconds of processor
 * time they took, and how many KiB of memory the process had. */
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>

#define ACCESSES 100000000L
#define ENTRIES 4096

static int table[ENTRIES];

static void *nothing(void *unused) {
    return unused;
}

static double seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec / 1e6;
}

int main(int count, char **arguments) {
    pthread_t thread;
    pthread_create(&thread, NULL, nothing, NULL);
    pthread_join(thread, NULL);
    double start = seconds();
    int *volatile escaped = table; /* so that no compiler does the sums beforehand */
    int *entries = escaped;
    for (long i = 0; i < ACCESSES / 2; i++) {
        entries[i * 7 % ENTRIES] += (int)i; /* a read and a write */
    }
    double passed = seconds() - start;
    FILE *out = count > 1 ? fopen(arguments[1], "w") : NULL;
    if (out) {
        struct rusage usage;
        getrusage(RUSAGE_SELF, &usage);
        fprintf(out, "%.3f %ld\n", passed, usage.ru_maxrss);
        fclose(out);
    }
    return 0;
}
