// A lock on a futex, in a block that whoever is the last to leave frees. Another thread may be between its unlocking and its
// FUTEX_WAKE then. That is no use after free: the kernel looks for waiters at that address, and not at what is there.
//
// The bug (-DEARLY): the last one frees the block before it unlocks.
//
//   heddle check 70-futex-freed.c
//   heddle check -DEARLY 70-futex-freed.c
//
// heddle: verdict=clean
// heddle: verdict=bug kind=use-after-free cause=use-after-free args=-DEARLY
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

struct shared {
    _Atomic uint32_t word; // 0 free, 1 taken, 2 taken and awaited
    int users;
};

static void lock(_Atomic uint32_t *word) {
    uint32_t was = 0;
    if (!atomic_compare_exchange_strong(word, &was, 1)) {
        while (atomic_exchange(word, 2) != 0) {
            syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, 2, NULL);
        }
    }
}

static void unlock(_Atomic uint32_t *word) {
    if (atomic_exchange(word, 0) == 2) {
        syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL);
    }
}

static void *leave(void *argument) {
    struct shared *shared = argument;
    lock(&shared->word);
    int left = --shared->users;
#ifdef EARLY
    if (left == 0) {
        free(shared);
    }
    unlock(&shared->word);
#else
    unlock(&shared->word);
    if (left == 0) {
        free(shared);
    }
#endif
    return NULL;
}

int main(void) {
    struct shared *shared = malloc(sizeof *shared);
    atomic_init(&shared->word, 0);
    shared->users = 2;
    pthread_t thread;
    pthread_create(&thread, NULL, leave, shared);
    leave(shared);
    pthread_join(thread, NULL);
    return 0;
}
