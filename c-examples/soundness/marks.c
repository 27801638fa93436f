// Two threads store the same number, and in which order makes no difference to the number. But stores that release order other accesses,
// somebody may see what only one of them has done, and other numbers or bytes do make a difference. Leaving the order out would
// prove each of these programs but the last.
//
//   heddle check --coarser=mark --bound=none -DPROGRAM=LAST c-examples/soundness/marks.c
//
// heddle: verdict=bug races=1 args=-DPROGRAM=LAST --coarser=mark --bound=none
// heddle: verdict=bug races=1 args=-DPROGRAM=LAST -DSWAPPED --coarser=mark --bound=none
// heddle: verdict=bug races=1 args=-DPROGRAM=FENCES --coarser=mark --bound=none
// heddle: verdict=bug races=1 args=-DPROGRAM=FENCES -DSWAPPED --coarser=mark --bound=none
// heddle: verdict=bug races=1 args=-DPROGRAM=HEADED --coarser=mark --bound=none
// heddle: verdict=bug races=1 args=-DPROGRAM=HEADED -DSWAPPED --coarser=mark --bound=none
// heddle: verdict=bug races=1 args=-DPROGRAM=JOINED --coarser=mark --bound=none
// heddle: verdict=bug races=1 args=-DPROGRAM=JOINED -DSWAPPED --coarser=mark --bound=none
// heddle: verdict=bug kind=use-after-free cause=use-after-free races=1 args=-DPROGRAM=FREED --keep-going --coarser=mark --bound=none
// heddle: verdict=bug kind=crash cause=SIGABRT args=-DPROGRAM=NUMBERS --coarser=mark --bound=none
// heddle: verdict=bug kind=crash cause=SIGABRT args=-DPROGRAM=BYTES --coarser=mark --bound=none
// heddle: verdict=clean args=-DPROGRAM=AWAITED --coarser=mark --bound=none
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum program { LAST, FENCES, HEADED, JOINED, FREED, NUMBERS, BYTES, AWAITED };
#ifndef PROGRAM
#define PROGRAM LAST
#endif

static atomic_int flag, done;
static int data, plain;
static union {
    atomic_int word;
    _Atomic unsigned char first;
} number;

#define MARK(order) atomic_store_explicit(&flag, 1, memory_order_##order)

static void *one(void *block) {
    switch ((enum program)PROGRAM) {
        case LAST: // `done` counts, and orders nothing
            data = 1;
            MARK(release);
            atomic_fetch_add_explicit(&done, 1, memory_order_relaxed);
            break;
        case FENCES:
            data = 1;
            atomic_thread_fence(memory_order_release);
            MARK(relaxed);
            atomic_fetch_add_explicit(&done, 1, memory_order_relaxed);
            break;
        case HEADED: // the second store goes on with the first one's release sequence, unless another store comes between
            data = 1;
            MARK(release);
            MARK(relaxed);
            atomic_fetch_add_explicit(&done, 1, memory_order_relaxed);
            break;
        case JOINED:
            __atomic_store_n(&plain, 1, __ATOMIC_SEQ_CST);
            break;
        case FREED:
            __atomic_store_n((int *)block, 1, __ATOMIC_SEQ_CST);
            break;
        case NUMBERS:
            atomic_store(&flag, 1);
            break;
        case BYTES:
            atomic_store(&number.word, 257);
            break;
        case AWAITED:
            data = 1;
            MARK(release);
            break;
    }
    return NULL;
}

static void *other(void *block) {
    switch ((enum program)PROGRAM) {
        case LAST:
        case FENCES:
        case HEADED:
            MARK(relaxed);
            atomic_fetch_add_explicit(&done, 1, memory_order_relaxed);
            break;
        case JOINED:
        case FREED:
            return one(block);
        case NUMBERS:
            atomic_store(&flag, 2);
            break;
        case BYTES:
            atomic_store(&number.first, 2);
            break;
        case AWAITED:
            MARK(release);
            break;
    }
    return NULL;
}

int main(void) {
    pthread_t first, second;
    int *block = calloc(1, sizeof *block);
#ifdef SWAPPED
    pthread_create(&second, NULL, other, block);
    pthread_create(&first, NULL, one, block);
#else
    pthread_create(&first, NULL, one, block);
    pthread_create(&second, NULL, other, block);
#endif
    int sum = 0;
    switch ((enum program)PROGRAM) {
        case LAST:
        case FENCES:
        case HEADED:
            while (atomic_load_explicit(&done, memory_order_relaxed) < 2) {
            }
            if (atomic_load_explicit(&flag, memory_order_acquire)) {
                sum = data;
            }
            break;
        case AWAITED:
            while (!atomic_load_explicit(&flag, memory_order_acquire)) {
            }
            break;
        default:
            break;
    }
    pthread_join(first, NULL);
    if (PROGRAM == JOINED) {
        sum = plain;
    } else if (PROGRAM == FREED) {
        free(block);
    }
    pthread_join(second, NULL);
    if ((PROGRAM == NUMBERS && flag == 2) || (PROGRAM == BYTES && number.word == 258)) {
        abort();
    }
    sum += data;
    if (PROGRAM != FREED) {
        free(block);
    }
    return sum < 0;
}
