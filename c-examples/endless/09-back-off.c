// Threads that get out of each other's way, both at once, again and again: each has its turns, and nobody gets on. Some schedules
// end, so it shows now and then only. A livelock is found as a round of steps that comes back to the very same state.
//
//   (nothing)       philosophers lock one fork, try the other one, and give the first one back
//   -DYIELD         they let others run before they begin again: this only makes it rarer
//   -DSPIN          the same with spinlocks, of which both are only tried
//   -DINTENT        they say that they want to enter, look whether the other one does, and withdraw
//   -DPOLITE        two take turns with one spoon: who holds it gives it to the other as long as that one is hungry
//   -DSEMAPHORES    the same with semaphores
// The fix (-DFIXED): forks, spinlocks and permits are taken in one order; only one of the two withdraws; who holds the spoon eats.
//
//   heddle check 09-back-off.c
//   heddle check -DFIXED 09-back-off.c
//
// heddle: verdict=bug kind=livelock cause=cycle
// heddle: verdict=clean args=-DFIXED
// heddle: verdict=bug kind=livelock cause=cycle args=-DYIELD
// heddle: verdict=bug kind=livelock cause=cycle args=-DSPIN
// heddle: verdict=clean args=-DSPIN -DFIXED
// heddle: verdict=bug kind=livelock cause=cycle args=-DINTENT
// heddle: verdict=clean args=-DINTENT -DFIXED
// heddle: verdict=bug kind=livelock cause=cycle args=-DPOLITE
// heddle: verdict=clean args=-DPOLITE -DFIXED
// heddle: verdict=bug kind=livelock cause=cycle args=-DSEMAPHORES
// heddle: verdict=clean args=-DSEMAPHORES -DFIXED
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>

enum { THREADS = 2 };

#if defined SPIN
static pthread_spinlock_t forks[THREADS];

static void eat(int me) {
    pthread_spinlock_t *left = &forks[me], *right = &forks[1 - me];
#ifdef FIXED
    pthread_spin_lock(&forks[0]);
    pthread_spin_lock(&forks[1]);
#else
    for (;;) {
        while (pthread_spin_trylock(left) != 0) {
        }
        if (pthread_spin_trylock(right) == 0) {
            break;
        }
        pthread_spin_unlock(left);
    }
#endif
    pthread_spin_unlock(left);
    pthread_spin_unlock(right);
}

static void prepare(void) {
    pthread_spin_init(&forks[0], PTHREAD_PROCESS_PRIVATE);
    pthread_spin_init(&forks[1], PTHREAD_PROCESS_PRIVATE);
}
#elif defined INTENT
static atomic_int wants[THREADS];

static void eat(int me) {
    for (;;) {
        atomic_store(&wants[me], 1);
#ifdef FIXED
        if (me == 0) {
            while (atomic_load(&wants[1])) {
            }
            break;
        }
#endif
        if (!atomic_load(&wants[1 - me])) {
            break;
        }
        atomic_store(&wants[me], 0);
#ifdef FIXED
        while (atomic_load(&wants[0])) {
        }
#endif
    }
    atomic_store(&wants[me], 0);
}

static void prepare(void) {}
#elif defined POLITE
static atomic_int spoon, hungry[THREADS];

static void eat(int me) {
    atomic_store(&hungry[me], 1);
    for (;;) {
        while (atomic_load(&spoon) != me) {
        }
#ifndef FIXED
        if (atomic_load(&hungry[1 - me])) {
            atomic_store(&spoon, 1 - me);
            continue;
        }
#endif
        break;
    }
    atomic_store(&hungry[me], 0);
    atomic_store(&spoon, 1 - me);
}

static void prepare(void) {}
#elif defined SEMAPHORES
static sem_t permits[THREADS];

static void eat(int me) {
    sem_t *left = &permits[me], *right = &permits[1 - me];
#ifdef FIXED
    sem_wait(&permits[0]);
    sem_wait(&permits[1]);
#else
    sem_wait(left);
    while (sem_trywait(right) != 0) {
        sem_post(left);
        sem_wait(left);
    }
#endif
    sem_post(left);
    sem_post(right);
}

static void prepare(void) {
    sem_init(&permits[0], 0, 1);
    sem_init(&permits[1], 0, 1);
}
#else
static pthread_mutex_t forks[THREADS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void eat(int me) {
    pthread_mutex_t *left = &forks[me], *right = &forks[1 - me];
#ifdef FIXED
    pthread_mutex_lock(&forks[0]);
    pthread_mutex_lock(&forks[1]);
#else
    for (;;) {
        pthread_mutex_lock(left);
        if (pthread_mutex_trylock(right) == 0) {
            break;
        }
        pthread_mutex_unlock(left);
#ifdef YIELD
        sched_yield();
#endif
    }
#endif
    pthread_mutex_unlock(left);
    pthread_mutex_unlock(right);
}

static void prepare(void) {}
#endif

static void *dine(void *number) {
    eat(*(int *)number);
    return NULL;
}

int main(void) {
    static int numbers[THREADS] = {0, 1};
    pthread_t threads[THREADS];
    prepare();
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, dine, &numbers[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
