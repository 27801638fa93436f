// A thread tries for a lock three times and then goes on without it. What counts the tries is not on its stack.
//
// heddle: verdict=bug kind=assertion cause=assertion args=-DTRY=mutex
// heddle: verdict=bug kind=assertion cause=assertion args=-DTRY=semaphore
// heddle: verdict=bug kind=assertion cause=assertion args=-DTRY=spinlock
// heddle: verdict=bug kind=assertion cause=assertion args=-DTRY=swap
// heddle: verdict=clean args=-DFIXED -DTRY=mutex
// heddle: verdict=clean args=-DFIXED -DTRY=swap
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t one;
static pthread_spinlock_t spin;
static atomic_int word;
static _Thread_local int tries;

static int mutex(int take) { return take ? pthread_mutex_trylock(&lock) == 0 : pthread_mutex_unlock(&lock); }
static int semaphore(int take) { return take ? sem_trywait(&one) == 0 : sem_post(&one); }
static int spinlock(int take) { return take ? pthread_spin_trylock(&spin) == 0 : pthread_spin_unlock(&spin); }
static int swap(int take) { return atomic_exchange(&word, take) == 0; }

static void *work(void *unused) {
    int got = TRY(1);
    while (!got) {
#ifndef FIXED
        if (++tries > 3) {
            break;
        }
#endif
        got = TRY(1);
    }
    assert(got); /* fails where the other thread has it for long */
    TRY(0);
    return unused;
}

int main(void) {
    (void)mutex, (void)semaphore, (void)spinlock, (void)swap, (void)tries;
    pthread_t a, b;
    sem_init(&one, 0, 1);
    pthread_spin_init(&spin, 0);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_spin_destroy(&spin);
    sem_destroy(&one);
    return 0;
}
