// executions: 21, options: --reduction=none --bound none
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t ready; /* 1 before main: no event says so */

__attribute__((constructor)) static void prepare(void) {
    sem_init(&ready, 0, 1);
}

static void *ends(void *unused) {
    exit(0);
    return unused;
}

static void *waits(void *unused) {
    sem_wait(&ready);
    return unused;
}

/* All but one thread go one after the other: two creations, a start, the wait, an exit, a join. After k of these the process may end,
 * and before that the first thread starts at one of k places. */
int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, ends, NULL);
    pthread_create(&second, NULL, waits, NULL);
    pthread_join(second, NULL);
    pthread_join(first, NULL);
    return 0;
}
