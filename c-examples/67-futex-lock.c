// A lock of one's own on futexes (Drepper, "Futexes Are Tricky", the second mutex): 0 free, 1 taken, 2 taken and awaited.
//
// The bug (-DFORGETS): whoever unlocks wakes nobody.
//
//   heddle check 67-futex-lock.c
//   heddle check -DFORGETS 67-futex-lock.c
//
// heddle: verdict=clean
// heddle: verdict=bug kind=deadlock cause=condition args=-DFORGETS
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic uint32_t word;
static int counter;

static void futex(int operation, uint32_t value) { syscall(SYS_futex, &word, operation, value, NULL); }

static void lock(void) {
    uint32_t was = 0;
    if (!atomic_compare_exchange_strong(&word, &was, 1)) {
        while (atomic_exchange(&word, 2) != 0) {
            futex(FUTEX_WAIT_PRIVATE, 2);
        }
    }
}

static void unlock(void) {
#ifdef FORGETS
    atomic_store(&word, 0);
#else
    if (atomic_exchange(&word, 0) == 2) {
        futex(FUTEX_WAKE_PRIVATE, 1);
    }
#endif
}

static void *count(void *unused) {
    lock();
    counter++;
    unlock();
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, count, NULL);
    count(NULL);
    pthread_join(thread, NULL);
    assert(counter == 2);
    return 0;
}
