#include "conformance.h"

#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>

static uint32_t word;
static sem_t ready;

static long futex(uint32_t *at, int operation, uint32_t value, const struct timespec *timeout, uint32_t bits) {
    return syscall(SYS_futex, at, operation, value, timeout, NULL, bits);
}

static void *waits(void *bits) {
    sem_post(&ready);
    long result = bits ? futex(&word, FUTEX_WAIT_BITSET_PRIVATE, 0, NULL, FUTEX_BITSET_MATCH_ANY)
                       : futex(&word, FUTEX_WAIT_PRIVATE, 0, NULL, 0);
    return (void *)(intptr_t)(result == 0 ? 1 : -1);
}

/* Two threads wait; so many are woken, then the rest. */
static void wake(int operation, int most) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, waits, i ? &word : NULL);
        sem_wait(&ready);
    }
    usleep(50000);
    SHOW(futex(&word, operation, most, NULL, FUTEX_BITSET_MATCH_ANY));
    usleep(50000);
    SHOW(futex(&word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, 0));
    for (int i = 0; i < 2; i++) {
        void *result;
        pthread_join(threads[i], &result);
        SHOW((intptr_t)result);
    }
}

int main(void) {
    sem_init(&ready, 0, 0);
    CALL_ERRNO(futex(&word, FUTEX_WAIT_PRIVATE, 1, NULL, 0));
    CALL_ERRNO(futex(&word, FUTEX_WAIT_BITSET_PRIVATE, 1, NULL, FUTEX_BITSET_MATCH_ANY));
    CALL_ERRNO(futex((uint32_t *)((char *)&word + 1), FUTEX_WAIT_PRIVATE, 0, NULL, 0));
    struct timespec moment = {0, 20000000}, wrong = {0, -1}, at = in(CLOCK_MONOTONIC, 20), past = {1, 0};
    CALL_ERRNO(futex(&word, FUTEX_WAIT_PRIVATE, 0, &moment, 0));
    CALL_ERRNO(futex(&word, FUTEX_WAIT_PRIVATE, 0, &wrong, 0));
    CALL_ERRNO(futex(&word, FUTEX_WAIT_BITSET_PRIVATE, 0, &at, FUTEX_BITSET_MATCH_ANY));
    CALL_ERRNO(futex(&word, FUTEX_WAIT_BITSET_PRIVATE, 0, &past, FUTEX_BITSET_MATCH_ANY));
    at = in(CLOCK_REALTIME, 20);
    CALL_ERRNO(futex(&word, FUTEX_WAIT_BITSET_PRIVATE | FUTEX_CLOCK_REALTIME, 0, &at, FUTEX_BITSET_MATCH_ANY));
    SHOW(futex(&word, FUTEX_WAKE, 1, NULL, 0));
    wake(FUTEX_WAKE_PRIVATE, 1);
    wake(FUTEX_WAKE_PRIVATE, 2);
    wake(FUTEX_WAKE_BITSET_PRIVATE, 1);
    wake(FUTEX_WAKE_PRIVATE, INT_MAX);
    SHOW(syscall(SYS_gettid) == gettid());
    SHOW(gettid() == getpid());
    return 0;
}
