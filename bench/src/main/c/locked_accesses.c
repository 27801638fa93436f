/* 10 million accesses of shared memory under a mutex, a thousand at a time, by two threads. Writes into the file that its
 * argument names how many seconds of processor time they took, and how many KiB of memory the process had. */
#include <pthread.h>

#include "measured.h"

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
    if (count > 1) {
        write_cost(arguments[1], user_seconds());
    }
    return 0;
}
