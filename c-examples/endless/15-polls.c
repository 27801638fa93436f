// Threads poll: they look, sleep or yield, and look again, for ever or until something has come.
//
//   (nothing)       two servers poll their inboxes for ever; each posts to the other one with its own inbox locked
//   -DTWICE         a poller forgets what it has seen: an event that comes twice between two looks counts once
//   -DSTALE         a poller that keeps what it has read outside of the lock
//   -DTRYWAIT       a semaphore polled with sem_trywait, which two threads share
//   -DDEPTH         a queue whose depth is polled before it is locked, and not looked at again
//   -DUSLEEP        a worker that sleeps between its looks; who hands out the work writes it after its mark
//   -DSELECT        select(0, …) as a sleep between two looks
//   -DNANOSLEEP     nanosleep in a helper function; the helper gives up after three looks
//   -DPIPE          a pipe that does not block is read until something comes; what came before is overwritten
//   -DFOREVER       a monitor that never ends sees an invariant broken
// The fix (-DFIXED): each in its own way, see there.
//
//   heddle check -DTWICE 15-polls.c
//
// heddle: verdict=bug kind=deadlock cause=lock-cycle args=-i 1000
// heddle: verdict=inconclusive args=-DFIXED -i 200
// heddle: verdict=bug kind=livelock cause=cycle args=-DTWICE -i 1000
// heddle: verdict=inconclusive args=-DTWICE -DFIXED -i 200
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DSTALE -i 1000
// heddle: verdict=clean slow args=-DSTALE -DFIXED -i 200
// heddle: verdict=bug kind=livelock cause=spin slow args=-DTRYWAIT -i 1000
// heddle: verdict=clean slow args=-DTRYWAIT -DFIXED -i 1000
// heddle: verdict=bug kind=assertion cause=assertion races slow args=-DDEPTH -i 1000
// heddle: verdict=clean slow args=-DDEPTH -DFIXED -i 200
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DUSLEEP -i 1000
// heddle: verdict=clean slow args=-DUSLEEP -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DSELECT -i 1000
// heddle: verdict=clean slow args=-DSELECT -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DNANOSLEEP -i 1000
// heddle: verdict=clean slow args=-DNANOSLEEP -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DPIPE -i 1000
// heddle: verdict=clean slow args=-DPIPE -DFIXED -i 200
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DFOREVER -i 1000
// heddle: verdict=inconclusive slow args=-DFOREVER -DFIXED -i 200
#define _DEFAULT_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#if defined TWICE
static int event, sent = 2;

static void *first(void *unused) {
    int seen = 0;
    while (seen < 2) {
        pthread_mutex_lock(&lock);
#ifdef FIXED
        seen += event;
#else
        seen += event != 0;
#endif
        event = 0;
        pthread_mutex_unlock(&lock);
        sched_yield();
    }
    return unused;
}

static void *second(void *unused) {
    for (int i = 0; i < sent; i++) {
        pthread_mutex_lock(&lock);
        event++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}
#elif defined STALE
static int stop, value;

static void *first(void *unused) {
    int last = 0, is_over = 0;
    while (!is_over) {
        pthread_mutex_lock(&lock);
        int now = value;
#ifdef FIXED
        is_over = stop;
#endif
        pthread_mutex_unlock(&lock);
#ifndef FIXED
        pthread_mutex_lock(&lock);
        is_over = stop;
        pthread_mutex_unlock(&lock);
#endif
        last = now;
    }
    assert(last == 7);
    return unused;
}

static void *second(void *unused) {
    pthread_mutex_lock(&lock);
    value = 7;
#ifndef FIXED
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
#endif
    stop = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}
#elif defined TRYWAIT
static sem_t ready;

static void *first(void *unused) {
    while (sem_trywait(&ready) != 0) {
        sched_yield();
    }
    return unused;
}

static void *second(void *unused) {
    sem_post(&ready);
#ifndef FIXED
    while (sem_trywait(&ready) != 0) { /* its own */
        sched_yield();
    }
#endif
    return unused;
}
#elif defined DEPTH
static int depth, stop;

static void *first(void *unused) {
    for (;;) {
#ifdef FIXED
        pthread_mutex_lock(&lock);
        if (depth > 0) {
#else
        if (depth > 0) {
            pthread_mutex_lock(&lock);
#endif
            depth--;
            assert(depth >= 0);
            pthread_mutex_unlock(&lock);
            continue;
        }
#ifndef FIXED
        pthread_mutex_lock(&lock);
#endif
        int is_over = stop;
        pthread_mutex_unlock(&lock);
        if (is_over) {
            return unused;
        }
        usleep(100);
    }
}

static void *second(void *unused) {
    pthread_mutex_lock(&lock);
    depth++;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    if (depth > 0) {
        depth--;
    }
    stop = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}
#elif defined USLEEP || defined SELECT
static atomic_int mark, work;

static void wait_a_little(void) {
#ifdef SELECT
    struct timeval little = {0, 1000};
    select(0, NULL, NULL, NULL, &little);
#else
    usleep(1000);
#endif
}

static void *first(void *unused) {
    while (!atomic_load(&mark)) {
        wait_a_little();
    }
    assert(atomic_load(&work) == 1);
    return unused;
}

static void *second(void *unused) {
#ifdef FIXED
    atomic_store(&work, 1);
    atomic_store(&mark, 1);
#else
    atomic_store(&mark, 1);
    atomic_store(&work, 1);
#endif
    return unused;
}
#elif defined NANOSLEEP
static atomic_int ready;

static int is_ready(void) {
#ifdef FIXED
    for (;;) {
#else
    for (int i = 0; i < 3; i++) {
#endif
        struct timespec little = {0, 1000000};
        if (atomic_load(&ready)) {
            return 1;
        }
        nanosleep(&little, NULL);
    }
#ifndef FIXED
    return 0;
#endif
}

static void *first(void *unused) {
    int result = is_ready();
    assert(result);
    return unused;
}

static void *second(void *unused) {
    atomic_store(&ready, 1);
    return unused;
}
#elif defined PIPE
static int ends[2];

static void *first(void *unused) {
    char c = 0, last = 0;
    while (c != 'z') {
        if (read(ends[0], &c, 1) != 1) {
            usleep(10);
            continue;
        }
#ifdef FIXED
        last = c > last ? c : last;
#else
        assert(last == 0 || last < c);
        last = c;
#endif
    }
    return unused;
}

static void *second(void *unused) {
    if (write(ends[1], "b", 1) != 1) {
        return unused;
    }
    if (write(ends[1], "z", 1) != 1) {
        return unused;
    }
    return unused;
}
#elif defined FOREVER
static int left = 100, right;

static void *first(void *unused) {
    for (;;) {
        pthread_mutex_lock(&lock);
        int sum = left + right;
        pthread_mutex_unlock(&lock);
        assert(sum == 100);
        sleep(1);
    }
    return unused;
}

static void *second(void *unused) {
    for (;;) {
        pthread_mutex_lock(&lock);
        left--;
#ifndef FIXED
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
#endif
        right++;
        pthread_mutex_unlock(&lock);
        usleep(1);
    }
    return unused;
}
#else
static struct inbox {
    pthread_mutex_t lock;
    int letters;
} inboxes[2] = {{PTHREAD_MUTEX_INITIALIZER, 1}, {PTHREAD_MUTEX_INITIALIZER, 1}};

static void serve(struct inbox *own, struct inbox *other) {
    for (;;) {
        pthread_mutex_lock(&own->lock);
        int has_mail = own->letters > 0;
        own->letters -= has_mail;
#ifdef FIXED
        pthread_mutex_unlock(&own->lock);
#endif
        if (has_mail) {
            pthread_mutex_lock(&other->lock);
            other->letters++;
            pthread_mutex_unlock(&other->lock);
        }
#ifndef FIXED
        pthread_mutex_unlock(&own->lock);
#endif
        sched_yield();
    }
}

static void *first(void *unused) {
    serve(&inboxes[0], &inboxes[1]);
    return unused;
}

static void *second(void *unused) {
    serve(&inboxes[1], &inboxes[0]);
    return unused;
}
#endif

int main(void) {
    pthread_t threads[2];
#ifdef TRYWAIT
    sem_init(&ready, 0, 0);
#endif
#ifdef PIPE
    if (pipe(ends) != 0 || fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) {
        return 1;
    }
#ifndef FIXED
    if (write(ends[1], "c", 1) != 1) {
        return 1;
    }
#endif
#endif
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
