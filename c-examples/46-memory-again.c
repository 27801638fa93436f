// A block of memory is used by one thread, freed, and may come back from malloc to another. The two lives of the block have
// nothing to do with each other: no race, although nothing orders the two threads' accesses.
//
//   heddle check 46-memory-again.c
//
// heddle: verdict=clean executions=1
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *use(void *unused) {
    (void)unused;
    for (int i = 0; i < 3; i++) {
        char *block = malloc(100);
        memset(block, i, 100);
        free(block);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, use, NULL);
    pthread_create(&threads[1], NULL, use, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
