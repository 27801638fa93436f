#include "conformance.h"

#define THREADS 3
#define ROUNDS 4

static pthread_barrier_t barrier;
static int serial[ROUNDS], others[ROUNDS];

static void *rounds(void *unused) {
    for (int round = 0; round < ROUNDS; round++) {
        int result = pthread_barrier_wait(&barrier);
        __atomic_fetch_add(result == PTHREAD_BARRIER_SERIAL_THREAD ? &serial[round] : &others[round], 1,
                           __ATOMIC_SEQ_CST);
    }
    return unused;
}

int main(void) {
    CALL(pthread_barrier_init(&barrier, NULL, 0));
    CALL(pthread_barrier_init(&barrier, NULL, 1));
    CALL(pthread_barrier_wait(&barrier));
    CALL(pthread_barrier_wait(&barrier));
    CALL(pthread_barrier_destroy(&barrier));
    CALL(pthread_barrier_init(&barrier, NULL, THREADS));
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, rounds, NULL);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    for (int round = 0; round < ROUNDS; round++) {
        printf("round %d: %d serial, %d others\n", round, serial[round], others[round]);
    }
    CALL(pthread_barrier_destroy(&barrier));
    return 0;
}
