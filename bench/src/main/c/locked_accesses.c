/* 10 million accesses of shared memory under a mutex, a thousand at a time, by two threads. Writes into the file that its
 * argument names how many seconds of processor time they took, and how many KiB of memory the process had. */
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>

#define ACCESSES 10000000L
#define ENTRIES 1000000
#define AT_A_TIME 1000

static int table[ENTRIES];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
    long first = argument ? ENTRIES / 2 : 0;
    for (long done = 0; done < ACCESSES / 2; done += AT_A_TIME) {
        pthread_mutex_lock(&mutex);
        for (long i = 0; i < AT_A_TIME / 2; i++) {
            table[(first + done / 2 + i) % ENTRIES]++; /* a read and a write */
        }
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

int main(int count, char **arguments) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, arguments);
    work(NULL);
    pthread_join(thread, NULL);
    FILE *out = count > 1 ? fopen(arguments[1], "w") : NULL;
    if (out) {
        struct rusage usage;
        getrusage(RUSAGE_SELF, &usage);
        fprintf(out, "%.3f %ld\n", (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec / 1e6, usage.ru_maxrss);
        fclose(out);
    }
    return 0;
}
