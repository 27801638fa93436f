// A weak compare-and-swap may fail although the values are equal: C11 7.17.7.4. On x86 it does not, and a test there never shows what
// follows. A check lets one of each thread's do so where it is in no loop; --spurious=0 lets none. A loop that tries again is right all
// the same.
//
//   heddle check c-examples/soundness/weak-exchange.c
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=clean args=--spurious=0
// heddle: verdict=clean args=-DFIXED
// heddle: verdict=clean args=-DEXCHANGE=atomic_compare_exchange_strong
// heddle: verdict=bug kind=assertion cause=assertion args=--spurious=1
// heddle: verdict=clean args=--spurious=2 -DFIXED
// heddle: verdict=clean args=--spurious=1 -DEXCHANGE=atomic_compare_exchange_strong
// heddle: verdict=clean args=--spurious=1 -DLOCK
// heddle: verdict=bug kind=assertion cause=assertion args=--spurious=1 -DPOINTER
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef EXCHANGE
#define EXCHANGE atomic_compare_exchange_weak
#endif

#ifdef POINTER
static int block;
static int *_Atomic owner;
#define FREE NULL
#define MINE &block
static int *was;
#else
static atomic_int owner;
#define FREE 0
#define MINE 1
static int was;
#endif
static int counter;

static void *claim(void *unused) {
#ifdef LOCK
    int seen = FREE;
    while (!EXCHANGE(&owner, &seen, MINE)) {
        seen = FREE;
    }
    counter++;
    atomic_store(&owner, FREE);
#elif defined FIXED
    int seen = FREE;
    while (!EXCHANGE(&owner, &seen, MINE) && seen == FREE) {
    }
#else
    was = FREE;
    EXCHANGE(&owner, &was, MINE);
#endif
    return unused;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, claim, NULL);
#ifdef LOCK
    claim(NULL);
    pthread_join(other, NULL);
    assert(counter == 2);
#else
    pthread_join(other, NULL);
    assert(owner != FREE);
    (void)counter;
    (void)was;
#endif
    return 0;
}
