// A handler runs while its thread waits at a barrier, or (-DSPIN, -DONCE) for a spinlock or for another one's call of pthread_once, and the
// thread waits on. -DBUG: it finds a variable that is set too late.
//
//   heddle check c-examples/soundness/signals-while-waiting.c
//
// heddle: verdict=clean
// heddle: verdict=clean args=-DSPIN
// heddle: verdict=clean args=-DONCE
// heddle: verdict=bug kind=assertion cause=assertion args=-DBUG
// heddle: verdict=bug kind=assertion cause=assertion args=-DSPIN -DBUG
// heddle: verdict=bug kind=assertion cause=assertion args=-DONCE -DBUG
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static pthread_spinlock_t spinlock;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_t waiter;
static sem_t handled;
static atomic_int value;

static void handle(int number) {
    (void)number;
#ifdef BUG
    assert(value == 1);
#endif
    sem_post(&handled);
}

/* The waiter goes on when the handler has run, so that runs while it waits, or before that. */
static void interrupt(void) {
    pthread_kill(waiter, SIGUSR1);
    value = 1;
    sem_wait(&handled);
}

#ifdef ONCE
static void nothing(void) {}
#endif

static void *wait_there(void *unused) {
#if defined SPIN
    pthread_spin_lock(&spinlock);
    pthread_spin_unlock(&spinlock);
#elif defined ONCE
    pthread_once(&once, nothing);
#else
    pthread_barrier_wait(&barrier);
#endif
    return unused;
}

static void begin(void) {
    pthread_create(&waiter, NULL, wait_there, NULL);
    interrupt();
}

int main(void) {
    signal(SIGUSR1, handle);
    sem_init(&handled, 0, 0);
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_spin_init(&spinlock, PTHREAD_PROCESS_PRIVATE);
#if defined SPIN
    pthread_spin_lock(&spinlock);
    begin();
    pthread_spin_unlock(&spinlock);
#elif defined ONCE
    pthread_once(&once, begin);
#else
    begin();
    pthread_barrier_wait(&barrier);
#endif
    pthread_join(waiter, NULL);
    return 0;
}
