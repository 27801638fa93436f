// Threads look at a clock while they wait: for a time to pass, or for an event with a deadline. Both may come first.
//
//   (nothing)       who has waited until the deadline gives up, and takes away what the late helper still writes
//   -DTIME          time() in whole seconds
//   -DDIFFTIME      difftime(), with a counter under a lock polled (the end of a thread pool)
//   -DGETTIMEOFDAY  gettimeofday(), and a sleep between the looks
//   -DCLOCK         clock(): computes, and counts what it has computed
//   -DTIMESPEC_GET  C11's timespec_get
//   -DTRYLOCK       a lock is tried until the deadline
//   -DELAPSED       a timeout that is measured from the last event, not from the first
//   -DRATE          a limiter that lets one through each interval; two callers share the last time without a lock
//   -DHEARTBEAT     a watchdog takes a slow worker for a dead one
//   -DPURE          nothing but the clock is looked at
// The fix (-DFIXED): who gives up says so, and waits for the end of the other one; or does not give up.
//
//   heddle check -DTIME 17-clock-polls.c
//
// heddle: verdict=bug kind=assertion cause=assertion args=-i 1000
// heddle: verdict=clean args=-DFIXED -i 1000
// heddle: verdict=bug kind=assertion cause=assertion args=-DTIME -i 1000
// heddle: verdict=clean args=-DTIME -DFIXED -i 1000
// heddle: verdict=bug kind=use-after-free cause=use-after-free races slow args=-DDIFFTIME -i 1000
// heddle: verdict=clean slow args=-DDIFFTIME -DFIXED -i 1000
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DGETTIMEOFDAY -i 1000
// heddle: verdict=clean slow args=-DGETTIMEOFDAY -DFIXED -i 1000
// heddle: verdict=bug kind=data-race cause=read-write slow args=-DCLOCK -i 1000
// heddle: verdict=clean slow args=-DCLOCK -DFIXED -i 1000
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DTIMESPEC_GET -i 1000
// heddle: verdict=clean slow args=-DTIMESPEC_GET -DFIXED -i 1000
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DTRYLOCK -i 1000
// heddle: verdict=clean slow args=-DTRYLOCK -DFIXED -i 1000
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DELAPSED -i 1000
// heddle: verdict=clean slow args=-DELAPSED -DFIXED -i 1000
// heddle: verdict=bug kind=data-race cause=read-write slow args=-DRATE -i 1000
// heddle: verdict=clean slow args=-DRATE -DFIXED -i 200
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DHEARTBEAT -i 1000
// heddle: verdict=inconclusive slow args=-DHEARTBEAT -DFIXED -i 200
// heddle: verdict=bug kind=deadlock cause=lock-cycle slow args=-DPURE -i 1000
// heddle: verdict=clean slow args=-DPURE -DFIXED -i 1000
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready, gone, late;

static void *answer(void *unused) {
#ifdef FIXED
    atomic_store(&ready, 1);
#else
    atomic_store(&ready, 1);
    if (atomic_load(&gone)) {
        atomic_store(&late, 1);
    }
#endif
    return unused;
}

static long now(void) {
#if defined TIME || defined RATE
    return time(NULL) * 1000;
#elif defined GETTIMEOFDAY
    struct timeval t;
    gettimeofday(&t, NULL);
    return t.tv_sec * 1000 + t.tv_usec / 1000;
#elif defined TIMESPEC_GET
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
#else
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
#endif
}

#if defined DIFFTIME
static int *alive;

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    --*alive;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    alive = malloc(sizeof *alive);
    *alive = 1;
    pthread_create(&thread, NULL, work, NULL);
#ifdef FIXED
    pthread_join(thread, NULL);
#else
    time_t start, end;
    double passed = 0;
    int left = 1;
    time(&start);
    while (passed < 1.0 && left) {
        time(&end);
        passed = difftime(end, start);
        pthread_mutex_lock(&lock);
        left = *alive;
        pthread_mutex_unlock(&lock);
    }
#endif
    free(alive);
#ifndef FIXED
    pthread_join(thread, NULL);
#endif
    return 0;
}
#elif defined CLOCK
static long computed;

static void *work(void *unused) {
    clock_t start = clock();
    while (clock() - start < CLOCKS_PER_SEC / 100) {
#ifdef FIXED
        pthread_mutex_lock(&lock);
#endif
        computed++;
#ifdef FIXED
        pthread_mutex_unlock(&lock);
#endif
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
#ifdef FIXED
    pthread_join(thread, NULL);
#endif
    long result = computed;
#ifndef FIXED
    pthread_join(thread, NULL);
#endif
    return result < 0;
}
#elif defined TRYLOCK
static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    usleep(1000 * 1000);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    long until = now() + 100;
    int error = 1;
    while (error && now() < until) {
        error = pthread_mutex_trylock(&lock);
    }
#ifdef FIXED
    if (error) {
        pthread_mutex_lock(&lock);
        error = 0;
    }
#endif
    assert(!error);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
#elif defined ELAPSED
static atomic_int events;

static void *work(void *unused) {
    for (int i = 0; i < 2; i++) {
        atomic_fetch_add(&events, 1);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    long last = now();
    int seen = 0;
    while (seen < 2 && now() - last < 500) {
        int count = atomic_load(&events);
        if (count != seen) {
            seen = count;
            last = now();
        }
    }
#ifdef FIXED
    pthread_join(thread, NULL);
    seen = atomic_load(&events);
#endif
    assert(seen == 2);
#ifndef FIXED
    pthread_join(thread, NULL);
#endif
    return 0;
}
#elif defined RATE
static long last;

static void *work(void *unused) {
#ifdef FIXED
    pthread_mutex_lock(&lock);
#endif
    while (now() - last < 2000) {
#ifdef FIXED
        pthread_mutex_unlock(&lock);
#endif
        sched_yield();
#ifdef FIXED
        pthread_mutex_lock(&lock);
#endif
    }
    last = now();
#ifdef FIXED
    pthread_mutex_unlock(&lock);
#endif
    return unused;
}

int main(void) {
    pthread_t threads[2];
    last = now();
    pthread_create(&threads[0], NULL, work, NULL);
    pthread_create(&threads[1], NULL, work, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
#elif defined HEARTBEAT
static long beat;
static int is_over;

static void *work(void *unused) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        beat = now();
        pthread_mutex_unlock(&lock);
        usleep(100 * 1000);
    }
    pthread_mutex_lock(&lock);
    is_over = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    beat = now();
    pthread_create(&thread, NULL, work, NULL);
    for (;;) {
        pthread_mutex_lock(&lock);
        int ended = is_over, dead = now() - beat > 300;
        pthread_mutex_unlock(&lock);
        if (ended) {
            break;
        }
#ifdef FIXED
        (void)dead;
#else
        assert(!dead);
#endif
        usleep(50 * 1000);
    }
    pthread_join(thread, NULL);
    return 0;
}
#elif defined PURE
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static void pass(long milliseconds) {
    long until = now() + milliseconds;
    while (now() < until) {
    }
}

static void *work(void *unused) {
    pass(10);
#ifdef FIXED
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&other);
#else
    pthread_mutex_lock(&other);
    pthread_mutex_lock(&lock);
#endif
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&other);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pass(20);
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&other);
    pthread_mutex_unlock(&other);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
#else
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, answer, NULL);
    long until = now() + 2000;
    while (!atomic_load(&ready) && now() < until) {
#ifdef GETTIMEOFDAY
        usleep(1000);
#endif
    }
    atomic_store(&gone, 1);
    pthread_join(thread, NULL);
    assert(!atomic_load(&late));
    return 0;
}
#endif
