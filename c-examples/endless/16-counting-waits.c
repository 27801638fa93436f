// Threads count while they wait: how often they have looked, what they have seen, how long it took. Each round is another state, but they
// go on only when somebody else has done something.
//
//   (nothing)       polls under a lock, counted in a global
//   -DLOCAL         a retry counter of the function that is printed at the end
//   -DPLAIN         a plain flag without any lock, and a plain counter
//   -DBUSY          the same, with computing in an array between the looks
//   -DPRINTS        the same, with a line printed between the looks
//   -DHISTOGRAM     what was seen is counted in an array
//   -DTLS           a counter of each thread
//   -DTOTAL         an atomic counter that all pollers share
//   -DLEVEL         a wait for a level, with the largest level kept
//   -DFIELD         a counter in a structure on the heap, under the lock of the structure
//   -DTRIES         a spinlock of the program's own that counts its failures in the lock
//   -DTICKET        a ticket lock that counts how long it waited
//   -DSEQUENCE      a sequence lock whose readers count their retries
// What waits ends in each of them; what comes then fails in every run. The fix (-DFIXED) does not fail.
//
//   heddle check -DLOCAL 16-counting-waits.c
//
// heddle: verdict=bug kind=assertion cause=assertion args=-i 1000
// heddle: verdict=inconclusive args=-DFIXED -i 200
// heddle: verdict=bug kind=assertion cause=assertion args=-DLOCAL -i 1000
// heddle: verdict=clean args=-DLOCAL -DFIXED -i 200
// heddle: verdict=bug kind=assertion cause=assertion races slow args=-DPLAIN -i 1000
// heddle: verdict=bug kind=assertion cause=assertion races slow args=-DBUSY -i 1000
// heddle: verdict=bug kind=assertion cause=assertion races slow args=-DPRINTS -i 1000
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DHISTOGRAM -i 1000
// heddle: verdict=inconclusive slow args=-DHISTOGRAM -DFIXED -i 200
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DTLS -i 1000
// heddle: verdict=inconclusive slow args=-DTLS -DFIXED -i 200
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DTOTAL -i 1000
// heddle: verdict=inconclusive slow args=-DTOTAL -DFIXED -i 200
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DLEVEL -i 1000
// heddle: verdict=clean slow args=-DLEVEL -DFIXED -i 200
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DFIELD -i 1000
// heddle: verdict=inconclusive slow args=-DFIELD -DFIXED -i 200
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DTRIES -i 1000
// heddle: verdict=inconclusive slow args=-DTRIES -DFIXED -i 200
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DTICKET -i 1000
// heddle: verdict=inconclusive slow args=-DTICKET -DFIXED -i 200
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DSEQUENCE -i 1000
// heddle: verdict=inconclusive slow args=-DSEQUENCE -DFIXED -i 200
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int result;

#if defined LOCAL
static atomic_int ready;

static void wait_for_it(void) {
    int tries = 0;
    while (!atomic_load(&ready)) {
        tries++;
        sched_yield();
    }
    if (tries < 0) {
        printf("%d tries\n", tries);
    }
}

static void *help(void *unused) {
    atomic_store(&ready, 1);
    return unused;
}
#elif defined PLAIN || defined BUSY || defined PRINTS
static int ready;
static long polls;

static void wait_for_it(void) {
    while (!*(volatile int *)&ready) {
        polls++;
#ifdef PRINTS
        printf("%ld looks\n", polls);
#endif
#ifdef BUSY
        static double field[100];
        for (int i = 1; i < 99; i++) {
            field[i] = (field[i - 1] + field[i + 1]) / 2;
        }
#endif
    }
}

static void *help(void *unused) {
    *(volatile int *)&ready = 1;
    return unused;
}
#elif defined HISTOGRAM
static atomic_int ready;
static unsigned seen[4];

static void wait_for_it(void) {
    int now;
    do {
        now = atomic_load(&ready);
        seen[now]++;
    } while (now != 3);
}

static void *help(void *unused) {
    for (int i = 1; i <= 3; i++) {
        atomic_store(&ready, i);
    }
    return unused;
}
#elif defined TLS
static _Thread_local unsigned long polls;
static int ready;

static void wait_for_it(void) {
    int now = 0;
    while (!now) {
        pthread_mutex_lock(&lock);
        now = ready;
        pthread_mutex_unlock(&lock);
        polls++;
    }
}

static void *help(void *unused) {
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}
#elif defined TOTAL
static atomic_int ready;
static atomic_long polls;

static void wait_for_it(void) {
    while (!atomic_load(&ready)) {
        atomic_fetch_add(&polls, 1);
        sched_yield();
    }
}

static void *help(void *unused) {
    atomic_fetch_add(&polls, 1);
    atomic_store(&ready, 1);
    return unused;
}
#elif defined LEVEL
static atomic_int level;

static void wait_for_it(void) {
    int highest = 0;
    while (highest < 2) {
        int now = atomic_load(&level);
        highest = now > highest ? now : highest;
    }
}

static void *help(void *unused) {
    atomic_store(&level, 1);
    atomic_store(&level, 2);
    return unused;
}
#elif defined FIELD
static struct channel {
    pthread_mutex_t lock;
    int closed, looks;
} *channel;

static void wait_for_it(void) {
    for (int is_closed = 0; !is_closed;) {
        pthread_mutex_lock(&channel->lock);
        is_closed = channel->closed;
        channel->looks++;
        pthread_mutex_unlock(&channel->lock);
        sched_yield();
    }
}

static void *help(void *unused) {
    pthread_mutex_lock(&channel->lock);
    channel->closed = 1;
    pthread_mutex_unlock(&channel->lock);
    return unused;
}
#elif defined TRIES
static struct {
    atomic_flag held;
    atomic_uint failures;
} own = {ATOMIC_FLAG_INIT, 0};

static void acquire(void) {
    while (atomic_flag_test_and_set(&own.held)) {
        atomic_fetch_add(&own.failures, 1);
    }
}

static void wait_for_it(void) {
    acquire();
    result++;
    atomic_flag_clear(&own.held);
}

static void *help(void *unused) {
    acquire();
    result--;
    atomic_flag_clear(&own.held);
    return unused;
}
#elif defined TICKET
static atomic_uint next, now;
static unsigned waited;

static void acquire(void) {
    unsigned mine = atomic_fetch_add(&next, 1), rounds = 0;
    while (atomic_load(&now) != mine) {
        rounds++;
    }
    waited += rounds;
}

static void wait_for_it(void) {
    acquire();
    atomic_fetch_add(&now, 1);
}

static void *help(void *unused) {
    acquire();
    atomic_fetch_add(&now, 1);
    return unused;
}
#elif defined SEQUENCE
static atomic_uint sequence;
static atomic_int left, right;
static unsigned retries;

static void wait_for_it(void) {
    for (;;) {
        unsigned before = atomic_load(&sequence);
        int l = atomic_load(&left), r = atomic_load(&right);
        if (before % 2 == 0 && atomic_load(&sequence) == before) {
            assert(l == r);
            return;
        }
        retries++;
    }
}

static void *help(void *unused) {
    atomic_fetch_add(&sequence, 1);
    atomic_store(&left, 1);
    atomic_store(&right, 1);
    atomic_fetch_add(&sequence, 1);
    return unused;
}
#else
static int ready;
static unsigned long polls;

static void wait_for_it(void) {
    int now = 0;
    while (!now) {
        pthread_mutex_lock(&lock);
        now = ready;
        pthread_mutex_unlock(&lock);
        polls++;
    }
}

static void *help(void *unused) {
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}
#endif

int main(void) {
    pthread_t thread;
#ifdef FIELD
    channel = malloc(sizeof *channel);
    pthread_mutex_init(&channel->lock, NULL);
    channel->closed = channel->looks = 0;
#endif
    pthread_create(&thread, NULL, help, NULL);
    wait_for_it();
    pthread_join(thread, NULL);
#ifdef FIXED
    result = 1;
#else
    result = 0;
#endif
    assert(result);
    return 0;
}
