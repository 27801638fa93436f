#include "conformance.h"

static pthread_spinlock_t lock;

static void *refused(void *unused) {
    CALL(pthread_spin_trylock(&lock));
    return unused;
}

static void *accepted(void *unused) {
    CALL(pthread_spin_trylock(&lock));
    CALL(pthread_spin_unlock(&lock));
    return unused;
}

int main(void) {
    CALL(pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE));
    CALL(pthread_spin_lock(&lock));
    CALL(pthread_spin_trylock(&lock));
    run(refused, NULL);
    CALL(pthread_spin_unlock(&lock));
    run(accepted, NULL);
    CALL(pthread_spin_destroy(&lock));
    return 0;
}
