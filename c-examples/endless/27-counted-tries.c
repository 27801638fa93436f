// Threads back off from each other as in 09-back-off.c, and count what they do. Nothing depends on the numbers, so that one round is like
// the next although they differ.
//
//   (nothing)     tries and failures in a structure behind a pointer
//   -DATOMIC      atomic counters
//   -DBYTES       a byte that counts, beside one that says who was last
//   -DLOCAL       tries in a variable of the function, which is returned in the end
//   -DVISIBLE     both threads add to one number, which is a data race besides
// Where something depends on a number, the rounds may end, and do:
//   -DTURNS       tries in a variable of the function, at which it looks after every third one
//   -DLIMIT       gives up when the number of failures is 40
//   -DSHOWN       a third thread reads the number, and ends what the others do when it is 40
// The fix (-DFIXED): one order of locks.
//
//   heddle check 27-counted-tries.c
//
// heddle: verdict=bug kind=livelock cause=cycle args=-i 1000
// heddle: verdict=clean args=-DFIXED -i 1000
// heddle: verdict=inconclusive args=-DLIMIT -i 300
// heddle: verdict=bug kind=livelock cause=cycle slow args=-DATOMIC -i 1000
// heddle: verdict=clean slow args=-DATOMIC -DFIXED -i 1000
// heddle: verdict=bug kind=livelock cause=cycle slow args=-DBYTES -i 1000
// heddle: verdict=bug kind=livelock cause=cycle slow args=-DLOCAL -i 1000
// heddle: verdict=clean slow args=-DLOCAL -DFIXED -i 1000
// heddle: verdict=inconclusive slow args=-DTURNS -i 300
// heddle: verdict=bug kind=livelock cause=cycle races slow args=-DVISIBLE -i 1000 --keep-going
// heddle: verdict=inconclusive slow args=-DSHOWN -i 300
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static atomic_int over;

struct work {
    pthread_mutex_t *first, *second;
    unsigned tries, failures;
    unsigned char retries, last;
};

static atomic_ulong failures;
static unsigned long all;

static void count(struct work *work) {
    (void)work;
#if defined ATOMIC
    failures++;
    atomic_fetch_add_explicit(&failures, 2, memory_order_relaxed);
#elif defined BYTES
    work->retries++;
    work->last = work->first == &left;
#elif defined VISIBLE
    all += 2;
#elif defined SHOWN
    atomic_fetch_add(&failures, 1);
#else
    work->failures += 3;
#endif
}

static int gives_up(const struct work *work) {
#if defined LIMIT
    return work->failures >= 40;
#else
    (void)work;
    return atomic_load(&over);
#endif
}

#if defined LOCAL
static int tries_of(const struct work *work) {
    int tries = 0;
    for (;; tries++) {
        pthread_mutex_lock(work->first);
        if (pthread_mutex_trylock(work->second) == 0) {
            break;
        }
        pthread_mutex_unlock(work->first);
        sched_yield();
    }
    pthread_mutex_unlock(work->second);
    pthread_mutex_unlock(work->first);
    return tries;
}
#elif defined TURNS
static int tries_of(const struct work *work) {
    int tries = 0;
    do {
        for (int turn = 0; turn < 3; turn++) {
            pthread_mutex_lock(work->first);
            int busy = pthread_mutex_trylock(work->second);
            if (!busy) {
                pthread_mutex_unlock(work->second);
            }
            pthread_mutex_unlock(work->first);
            if (!busy) {
                return tries;
            }
            tries++;
            sched_yield();
        }
    } while (tries < 60);
    return tries;
}
#endif

static void *run(void *argument) {
    struct work *work = argument;
#if defined LOCAL || defined TURNS
    (void)count;
    (void)gives_up;
    work->tries = (unsigned)tries_of(work);
#else
    do {
        pthread_mutex_lock(work->first);
        work->tries++;
        if (pthread_mutex_trylock(work->second) == 0) {
            pthread_mutex_unlock(work->second);
            pthread_mutex_unlock(work->first);
            break;
        }
        count(work);
        pthread_mutex_unlock(work->first);
        sched_yield();
    } while (!gives_up(work));
#endif
    return NULL;
}

#ifdef SHOWN
static void *show(void *unused) {
    while (atomic_load(&failures) < 40 && !atomic_load(&over)) {
        sched_yield();
    }
    atomic_store(&over, 1);
    return unused;
}
#endif

int main(void) {
    pthread_t threads[3];
    struct work work[2] = {{&left, &right, 0, 0, 0, 0}, {&right, &left, 0, 0, 0, 0}};
#ifdef FIXED
    work[1] = work[0];
#endif
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, run, &work[i]);
    }
#ifdef SHOWN
    pthread_create(&threads[2], NULL, show, NULL);
#endif
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    atomic_store(&over, 1);
#ifdef SHOWN
    pthread_join(threads[2], NULL);
#endif
    printf("%u tries, %lu failures\n", work[0].tries + work[1].tries, all + atomic_load(&failures) + work[0].failures);
    return 0;
}
