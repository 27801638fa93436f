// Threads add to a number, and do not look what it was. In which order they do so makes no difference to the number. But additions that
// release and acquire order other accesses, and somebody may see what only one of them has done: these accesses race where the
// additions come in the other order. Leaving that order out would prove each of these programs.
//
//   heddle check --coarser=counter --bound=none -DPROGRAM=FLAG c-examples/soundness/counting.c
//
// heddle: verdict=bug races=1 args=-DPROGRAM=FLAG --coarser=counter --bound=none
// heddle: verdict=bug races=1 args=-DPROGRAM=DIRECT --coarser=counter --bound=none
// heddle: verdict=bug races=1 args=-DPROGRAM=FENCES --coarser=counter --bound=none
// heddle: verdict=bug races=1 args=-DPROGRAM=JOINED --coarser=counter --bound=none
// heddle: verdict=bug kind=use-after-free cause=use-after-free races=1 args=-DPROGRAM=FREED --keep-going --coarser=counter --bound=none
// heddle: verdict=bug races=1 args=-DPROGRAM=HEADED --coarser=counter --bound=none
// heddle: verdict=bug kind=crash cause=SIGABRT args=-DPROGRAM=CARRY --coarser=counter --bound=none
// heddle: verdict=clean args=-DPROGRAM=AWAITED --coarser=counter --bound=none
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum program { FLAG, DIRECT, FENCES, JOINED, FREED, HEADED, CARRY, AWAITED };
#ifndef PROGRAM
#define PROGRAM FLAG
#endif

static atomic_int count, flag;
static int data, plain;
static union {
    atomic_int word;
    _Atomic unsigned char first;
} number;

#define ADD(order) atomic_fetch_add_explicit(&count, 1, memory_order_##order)

static void *one(void *block) {
    switch ((enum program)PROGRAM) {
        case FLAG: // the flag says that `data` was written, and orders nothing
            data = 1;
            atomic_store_explicit(&flag, 1, memory_order_relaxed);
            ADD(release);
            break;
        case FENCES:
            data = 1;
            atomic_store_explicit(&flag, 1, memory_order_relaxed);
            atomic_thread_fence(memory_order_release);
            ADD(relaxed);
            break;
        case DIRECT:
        case AWAITED:
            data = 1;
            ADD(seq_cst);
            break;
        case HEADED:
            data = 1;
            ADD(release);
            break;
        case JOINED:
            __sync_fetch_and_add(&plain, 1);
            break;
        case FREED:
            __sync_fetch_and_add((int *)block, 1);
            break;
        case CARRY:
            atomic_fetch_add(&number.word, 255);
            break;
    }
    return block;
}

static void *other(void *block) {
    switch ((enum program)PROGRAM) {
        case FLAG:
            if (atomic_load_explicit(&flag, memory_order_relaxed)) {
                ADD(acquire);
                return data == 1 ? block : NULL;
            }
            break;
        case FENCES:
            if (atomic_load_explicit(&flag, memory_order_relaxed)) {
                ADD(relaxed);
                atomic_thread_fence(memory_order_acquire);
                return data == 1 ? block : NULL;
            }
            break;
        case DIRECT:
            ADD(seq_cst);
            return data == 1 ? block : NULL;
        case AWAITED:
            ADD(relaxed); // goes on with what the other one has released, whichever comes first
            break;
        case HEADED: // only a release sequence that this thread has begun goes on with its store
            ADD(release);
            atomic_store_explicit(&count, 9, memory_order_relaxed);
            break;
        case JOINED:
            __sync_fetch_and_add(&plain, 1);
            break;
        case FREED:
            __sync_fetch_and_add((int *)block, 1);
            break;
        case CARRY: // the carry of the word is lost if this comes first
            atomic_fetch_add(&number.first, 1);
            break;
    }
    return block;
}

int main(void) {
    pthread_t first, second;
    int *block = calloc(1, sizeof *block);
    pthread_create(&first, NULL, one, block);
    pthread_create(&second, NULL, other, block);
    int seen = 0;
    if (PROGRAM == AWAITED) {
        while (atomic_load_explicit(&count, memory_order_acquire) != 2) {}
        seen = data;
    } else if (PROGRAM == HEADED) {
        seen = atomic_load_explicit(&count, memory_order_acquire) == 9 ? data : 0;
    }
    pthread_join(second, NULL);
    if (PROGRAM == JOINED) {
        seen = plain;
    } else if (PROGRAM == FREED) {
        free(block);
    }
    pthread_join(first, NULL);
    if (PROGRAM == CARRY && number.word == 0) {
        abort();
    }
    if (PROGRAM != FREED) {
        free(block);
    }
    return seen > 2;
}
