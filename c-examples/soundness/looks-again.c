// Waits and tries that are in a loop which does not look again: it goes on to the next item. So a wait that ends without a signal, or a
// weak compare-and-swap that fails for no reason, is a bug there as it is in no loop. The fix (-DFIXED) looks again.
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=clean args=-DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=-DUNTIL_ALL
// heddle: verdict=clean args=-DUNTIL_ALL -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=-DWAIT_ON=checked
// heddle: verdict=clean args=-DWAIT_ON=checked -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=-DWAIT_ON=for_a_while
// heddle: verdict=clean args=-DWAIT_ON=for_a_while -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=-DTAKE
// heddle: verdict=clean args=-DTAKE -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=-DTAKE -DTRY=in_function
// heddle: verdict=clean args=-DTAKE -DTRY=in_function -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=-DTAKE -DTRY=at_most_once
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

enum { ITEMS = 2 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static bool is_full;
static int done;
static atomic_int places[ITEMS];

static inline void simply(void) { pthread_cond_wait(&filled, &mutex); }

static inline void checked(void) {
    int error;
    do {
        error = pthread_cond_wait(&filled, &mutex);
    } while (error == EINTR);
    assert(!error);
}

static inline void for_a_while(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 60;
    assert(!pthread_cond_timedwait(&filled, &mutex, &until));
}

#ifndef WAIT_ON
#define WAIT_ON simply
#endif

#ifdef FIXED
#define WHERE while
#else
#define WHERE if
#endif

static void take(void) {
    WHERE(!is_full) { WAIT_ON(); }
    assert(is_full);
    is_full = false;
    done++;
    pthread_cond_signal(&emptied);
}

static void *consumer(void *unused) {
#ifdef UNTIL_ALL
    pthread_mutex_lock(&mutex);
    while (done < ITEMS) {
        take();
    }
    pthread_mutex_unlock(&mutex);
#else
    for (int i = 0; i < ITEMS; i++) {
        pthread_mutex_lock(&mutex);
        take();
        pthread_mutex_unlock(&mutex);
    }
#endif
    return unused;
}

static void produce(void) {
    for (int i = 0; i < ITEMS; i++) {
        pthread_mutex_lock(&mutex);
        while (is_full) {
            pthread_cond_wait(&emptied, &mutex);
        }
        is_full = true;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&mutex);
    }
}

static inline bool in_function(atomic_int *place) {
    int expected = 0;
    return atomic_compare_exchange_weak(place, &expected, 1);
}

static inline bool at_most_once(atomic_int *place) {
    for (int tries = 0; tries < 1; tries++) {
        int expected = 0;
        if (atomic_compare_exchange_weak(place, &expected, 1)) {
            return true;
        }
    }
    return false;
}

#ifndef TRY
#define TRY at_once
#endif
#define at_once(place) atomic_compare_exchange_weak(place, &(int){0}, 1)

static void *take_each(void *unused) {
    for (int i = 0; i < ITEMS; i++) {
#ifdef FIXED
        while (!TRY(&places[i])) {
            sched_yield();
        }
#else
        (void)TRY(&places[i]);
#endif
        assert(places[i] == 1);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
#ifdef TAKE
    (void)consumer, (void)produce, (void)in_function, (void)at_most_once;
    pthread_create(&thread, NULL, take_each, NULL);
#else
    (void)take_each, (void)in_function, (void)at_most_once, (void)simply, (void)checked, (void)for_a_while;
    pthread_create(&thread, NULL, consumer, NULL);
    produce();
#endif
    pthread_join(thread, NULL);
    return 0;
}
