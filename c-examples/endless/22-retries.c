// Locks that are tried, tries that are counted, and threads that back off in every way there is. What comes of it when they get in.
//
//   (nothing)       trylock in a loop with a counter that decides when to yield; a counter that is not protected behind it
//   -DSPINS         a compare-and-swap lock that counts its failures to know when to yield; its holder forgets to unlock in one branch
//   -DEXPONENTIAL   exponential back-off by an empty loop whose length doubles; the lock is released before the second write
//   -DPAUSES        a test-and-test-and-set lock that pauses 1, 2, 4, … 64 times; two locks of this sort in two orders
//   -DUSLEEP        back-off by usleep with growing times
//   -DGIVE_UP       a lock is tried 100 times, then the data is used without it
//   -DADAPTIVE      a lock that spins for a while and then waits on a semaphore; its wakeup is lost
//   -DRWLOCK        an upgrade from reading to writing that is tried: two readers try for ever
//   -DSTRIPES       two of three locks, drawn by chance, each only tried; one of them is not unlocked when the other one fails
//   -DJITTER        random back-off (rand_r) in front of the next try; two counters that should be equal
//   -DFETCH         a reader count that is added to and taken back where there is a writer
// The fix (-DFIXED): each in its own way.
//
//   heddle check -DSPINS 22-retries.c
//
// heddle: verdict=bug kind=data-race cause=read-write args=-i 1000
// heddle: verdict=clean args=-DFIXED -i 1000
// heddle: verdict=bug kind=livelock cause=spin args=-DSPINS -i 1000
// heddle: verdict=clean args=-DSPINS -DFIXED -i 1000
// heddle: verdict=bug kind=data-race cause=read-write slow args=-DEXPONENTIAL -i 1000
// heddle: verdict=clean slow args=-DEXPONENTIAL -DFIXED -i 1000
// heddle: verdict=bug kind=livelock cause=spin-cycle slow args=-DPAUSES -i 1000
// heddle: verdict=clean slow args=-DPAUSES -DFIXED -i 1000
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DUSLEEP -i 1000
// heddle: verdict=clean slow args=-DUSLEEP -DFIXED -i 1000
// heddle: verdict=bug kind=data-race cause=read-write slow args=-DGIVE_UP -i 1000
// heddle: verdict=clean slow args=-DGIVE_UP -DFIXED -i 1000
// heddle: verdict=bug kind=deadlock cause=semaphore slow args=-DADAPTIVE -i 1000
// heddle: verdict=clean slow args=-DADAPTIVE -DFIXED -i 1000
// heddle: verdict=bug kind=livelock cause=spin-cycle slow args=-DRWLOCK -i 1000
// heddle: verdict=clean slow args=-DRWLOCK -DFIXED -i 1000
// heddle: verdict=bug kind=livelock cause=cycle slow args=-DSTRIPES -i 1000
// heddle: verdict=inconclusive slow args=-DSTRIPES -DFIXED -i 200
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DJITTER -i 1000
// heddle: verdict=inconclusive slow args=-DJITTER -DFIXED -i 200
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DFETCH -i 1000
// heddle: verdict=inconclusive slow args=-DFETCH -DFIXED -i 200
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int value;

#if defined SPINS
static atomic_int held;

static void acquire(void) {
    int free_value = 0;
    uint32_t spins = 0;
    while (!atomic_compare_exchange_weak(&held, &free_value, 1)) {
        free_value = 0;
        if (++spins % 64 == 0) {
            sched_yield();
        }
    }
}

static void work(int me) {
    acquire();
    value += me;
#ifndef FIXED
    if (value == 2) {
        return;
    }
#endif
    atomic_store(&held, 0);
}
#elif defined EXPONENTIAL
static atomic_flag held = ATOMIC_FLAG_INIT;

static void acquire(void) {
    unsigned delay = 1;
    while (atomic_flag_test_and_set_explicit(&held, memory_order_acquire)) {
        for (volatile unsigned i = 0; i < delay; i++) {
        }
        delay *= 2;
    }
}

static void work(int me) {
    acquire();
    value += me;
#ifdef FIXED
    value -= me;
#endif
    atomic_flag_clear_explicit(&held, memory_order_release);
#ifndef FIXED
    value -= me;
#endif
}
#elif defined PAUSES
static atomic_int held[2];

static void acquire(atomic_int *l) {
    unsigned pauses = 1;
    for (;;) {
        if (atomic_load(l) == 0 && atomic_exchange(l, 1) == 0) {
            return;
        }
        for (unsigned i = 0; i < pauses; i++) {
            __builtin_ia32_pause();
        }
        if (pauses < 64) {
            pauses <<= 1;
        } else {
            sched_yield();
        }
    }
}

static void work(int me) {
#ifdef FIXED
    me = 1;
#endif
    acquire(&held[me - 1]);
    acquire(&held[2 - me]);
    value++;
    atomic_store(&held[0], 0);
    atomic_store(&held[1], 0);
}
#elif defined USLEEP
static atomic_int ready;

static void work(int me) {
    if (me == 1) {
        for (unsigned delay = 1; !atomic_load(&ready); delay = delay < 1000 ? delay * 2 : 1000) {
            usleep(delay);
        }
#ifdef FIXED
        pthread_mutex_lock(&lock);
#endif
        assert(value == 1);
#ifdef FIXED
        pthread_mutex_unlock(&lock);
#endif
    } else {
#ifdef FIXED
        pthread_mutex_lock(&lock);
        value = 1;
        pthread_mutex_unlock(&lock);
        atomic_store(&ready, 1);
#else
        atomic_store(&ready, 1);
        usleep(1);
        value = 1;
#endif
    }
}
#elif defined GIVE_UP
static void work(int me) {
    int tries = 0;
    while (pthread_mutex_trylock(&lock) != 0) {
        if (++tries == 10) {
            break;
        }
    }
#ifdef FIXED
    if (tries == 10) {
        return;
    }
#endif
    value += me;
    if (tries < 10) {
        pthread_mutex_unlock(&lock);
    }
}
#elif defined ADAPTIVE
static atomic_int held, sleepers;
static sem_t wake;

static void acquire(void) {
    for (int spins = 0; spins < 4; spins++) {
        int expected = 0;
        if (atomic_compare_exchange_strong(&held, &expected, 1)) {
            return;
        }
    }
#ifdef FIXED
    atomic_fetch_add(&sleepers, 1);
    while (atomic_exchange(&held, 2) != 0) {
        sem_wait(&wake);
    }
#else
    while (atomic_exchange(&held, 1) != 0) {
        atomic_fetch_add(&sleepers, 1);
        sem_wait(&wake);
    }
#endif
}

static void work(int me) {
    acquire();
    value += me;
#ifdef FIXED
    if (atomic_exchange(&held, 0) == 2) {
        sem_post(&wake);
    }
#else
    atomic_store(&held, 0);
    if (atomic_exchange(&sleepers, 0) > 0) {
        sem_post(&wake);
    }
#endif
}
#elif defined RWLOCK
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;

static void work(int me) {
#ifndef FIXED
    pthread_rwlock_rdlock(&table);
    while (pthread_rwlock_trywrlock(&table) != 0) {
        sched_yield();
    }
#else
    while (pthread_rwlock_trywrlock(&table) != 0) {
        sched_yield();
    }
#endif
    value += me;
    pthread_rwlock_unlock(&table);
}
#elif defined STRIPES
static pthread_mutex_t stripes[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void work(int me) {
    unsigned seed = (unsigned)me;
    for (int done = 0; done < 2;) {
        int one = rand_r(&seed) % 3, two = (one + 1) % 3;
        if (pthread_mutex_trylock(&stripes[one]) != 0) {
            sched_yield();
            continue;
        }
        if (pthread_mutex_trylock(&stripes[two]) == 0) {
            done++;
            pthread_mutex_unlock(&stripes[two]);
            pthread_mutex_unlock(&stripes[one]);
            continue;
        }
#ifdef FIXED
        pthread_mutex_unlock(&stripes[one]);
#else
        while (pthread_mutex_trylock(&stripes[two]) != 0) {
            sched_yield();
        }
        pthread_mutex_unlock(&stripes[two]);
#endif
    }
}
#elif defined JITTER
static atomic_int left, right;

static void work(int me) {
    unsigned seed = (unsigned)me;
    while (pthread_mutex_trylock(&lock) != 0) {
        usleep(rand_r(&seed) % 100);
    }
    atomic_fetch_add(&left, me);
#ifndef FIXED
    pthread_mutex_unlock(&lock);
    while (pthread_mutex_trylock(&lock) != 0) {
        usleep(rand_r(&seed) % 100);
    }
#endif
    atomic_fetch_add(&right, me);
    assert(atomic_load(&left) == atomic_load(&right));
    pthread_mutex_unlock(&lock);
}
#elif defined FETCH
static atomic_int readers;
enum { WRITER = 1000 };

static void work(int me) {
    if (me == 1) {
        while (atomic_fetch_add(&readers, 1) >= WRITER) {
            atomic_fetch_sub(&readers, 1);
            sched_yield();
        }
        int before = value;
        assert(before == value);
        atomic_fetch_sub(&readers, 1);
    } else {
#ifdef FIXED
        int none = 0;
        while (!atomic_compare_exchange_strong(&readers, &none, WRITER)) {
            none = 0;
            sched_yield();
        }
#else
        while (atomic_fetch_add(&readers, WRITER) >= WRITER) {
            atomic_fetch_sub(&readers, WRITER);
        }
        assert(atomic_load(&readers) == WRITER);
#endif
        value = 1;
        atomic_fetch_sub(&readers, WRITER);
    }
}
#else
static void work(int me) {
    int tries = 0;
    while (pthread_mutex_trylock(&lock) != 0) {
        if (++tries > 100) {
            sched_yield();
        }
    }
#ifdef FIXED
    value += me;
    pthread_mutex_unlock(&lock);
#else
    pthread_mutex_unlock(&lock);
    value += me;
#endif
}
#endif

static void *run(void *number) {
    work(*(int *)number);
    return NULL;
}

int main(void) {
    static int numbers[2] = {1, 2};
    pthread_t threads[2];
    (void)other;
    (void)lock;
#ifdef ADAPTIVE
    sem_init(&wake, 0, 0);
#endif
    pthread_create(&threads[0], NULL, run, &numbers[0]);
    pthread_create(&threads[1], NULL, run, &numbers[1]);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
