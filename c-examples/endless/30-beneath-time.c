// Threads that wait for good, while timers tick, threads sleep and look, and waits with a time limit are begun again. Nothing but time
// goes on: a deadlock, in the first execution that comes to it.
//
//   -DLOCKS      two locks in opposite orders; the handler of an interval timer counts its ticks
//   -DSELF       a lock taken twice beneath the same timer
//   -DTICKS      a semaphore that nobody posts; the handler posts it at its N-th tick (-DTICKS=N)
//   -DUNSET      a condition in a loop, signalled by a thread that does not make it true; the handler does nothing
//   -DFLUSH      main polls a condition with a time limit, as htslib's hts_tpool_process_flush does; the worker is not woken
//   -DPOLLS      with -DFLUSH: main counts its polls, and nobody looks at the number
//   -DATTEMPTS   main sleeps and looks; after N times it posts what the other thread waits for (-DATTEMPTS=N; 0: never)
//   -DDEADLINE   main waits again and again, until N seconds have passed, and posts then (-DDEADLINE=N)
//   -DTOKENS     main gets a token whenever the clock shows another second, and posts for a hundred of them
//   -DSLEEPER    a thread that sleeps and counts for ever beside one that waits for a semaphore
//   -DHEART      the same, and it counts in plain memory while it holds a lock; it posts at its N-th beat (-DHEART=N; 0: never)
//   -DPOLLER     a thread that polls a descriptor for ever, with a time limit, beside it
//   -DDAEMON     main ends the process while a thread sleeps and counts for ever: nobody waits for that
//   -DSERVER     main waits for a thread that sleeps for ever, as servers do
// The fix (-DFIXED): one order of locks; one lock; a signal for the worker.
//
//   heddle check -DLOCKS 30-beneath-time.c
//
// heddle: verdict=bug kind=deadlock cause=lock-cycle args=-DLOCKS -i 2
// heddle: verdict=clean args=-DLOCKS -DFIXED -i 1000
// heddle: verdict=bug kind=deadlock cause=self-lock args=-DSELF -i 1
// heddle: verdict=clean slow args=-DSELF -DFIXED -i 1000
// heddle: verdict=bug kind=deadlock cause=semaphore args=-DTICKS=0 -i 1
// heddle: verdict=clean args=-DTICKS=3 -i 1000
// heddle: verdict=clean slow args=-DTICKS=400 -i 1000
// heddle: verdict=bug kind=deadlock cause=condition args=-DUNSET -i 1
// heddle: verdict=clean slow args=-DUNSET -DFIXED -i 1000
// heddle: verdict=bug kind=deadlock cause=condition args=-DFLUSH -i 10
// heddle: verdict=clean args=-DFLUSH -DFIXED -i 1000
// heddle: verdict=bug kind=deadlock cause=condition args=-DFLUSH -DPOLLS -i 10
// heddle: verdict=clean args=-DFLUSH -DPOLLS -DFIXED -i 1000
// heddle: verdict=bug kind=deadlock cause=semaphore args=-DATTEMPTS=0 -i 2
// heddle: verdict=clean slow args=-DATTEMPTS=5 -i 1000
// heddle: verdict=clean args=-DATTEMPTS=400 -i 1000
// heddle: verdict=clean args=-DDEADLINE=5 -i 1000
// heddle: verdict=clean slow args=-DDEADLINE=100000 -i 1000
// heddle: verdict=clean args=-DTOKENS -i 1000
// heddle: verdict=bug kind=deadlock cause=semaphore args=-DSLEEPER -i 1
// heddle: verdict=bug kind=deadlock cause=semaphore args=-DHEART=0 -i 1
// heddle: verdict=clean args=-DHEART=400 -i 1000
// heddle: verdict=bug kind=deadlock cause=semaphore args=-DPOLLER -i 1
// heddle: verdict=clean executions=1 args=-DDAEMON
// heddle: verdict=inconclusive slow args=-DSERVER -i 20
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/eventfd.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static sem_t posted;

#if defined LOCKS || defined SELF || defined TICKS || defined UNSET
#ifndef UNSET
static volatile sig_atomic_t ticks;
#endif

static void tick(int number) {
    (void)number;
#ifndef UNSET
    ticks++;
#endif
#if defined TICKS && TICKS
    if (ticks == TICKS) {
        sem_post(&posted);
    }
#endif
}

static void start_timer(void) {
    signal(SIGALRM, tick);
    struct itimerval each = {{0, 100000}, {0, 100000}};
    setitimer(ITIMER_REAL, &each, NULL);
}
#endif

#if defined FLUSH || defined DEADLINE
static struct timespec in_milliseconds(long milliseconds) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    time.tv_nsec += milliseconds % 1000 * 1000000;
    time.tv_sec += milliseconds / 1000 + time.tv_nsec / 1000000000;
    time.tv_nsec %= 1000000000;
    return time;
}
#endif

#if defined LOCKS
static void *other(void *unused) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return unused;
}

static void run(void) {
#ifdef FIXED
    pthread_mutex_t *first = &b, *second = &a;
#else
    pthread_mutex_t *first = &a, *second = &b;
#endif
    start_timer();
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
    pthread_join(thread, NULL);
}
#elif defined SELF
static void run(void) {
    start_timer();
    pthread_mutex_lock(&a);
#ifndef FIXED
    pthread_mutex_lock(&a);
#endif
    pthread_mutex_unlock(&a);
}
#elif defined TICKS
static void run(void) {
    start_timer();
    while (sem_wait(&posted) != 0) {
    }
}
#elif defined UNSET
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int is_set;

static void *other(void *unused) {
    pthread_mutex_lock(&a);
#ifdef FIXED
    is_set = 1;
#endif
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&a);
    return unused;
}

static void run(void) {
    start_timer();
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    pthread_mutex_lock(&a);
    while (!is_set) {
        pthread_cond_wait(&changed, &a);
    }
    pthread_mutex_unlock(&a);
    pthread_join(thread, NULL);
}
#elif defined FLUSH
static pthread_cond_t work = PTHREAD_COND_INITIALIZER, empty = PTHREAD_COND_INITIALIZER;
static int ready, done;
#ifdef POLLS
static long polls;
#endif

static void *worker(void *unused) {
    pthread_mutex_lock(&a);
    while (!ready) {
        pthread_cond_wait(&work, &a);
    }
    done = 1;
    pthread_cond_signal(&empty);
    pthread_mutex_unlock(&a);
    return unused;
}

static void run(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_mutex_lock(&a);
    ready = 1;
#ifdef FIXED
    pthread_cond_signal(&work);
#endif
    while (!done) {
#ifdef POLLS
        polls++;
#endif
        struct timespec until = in_milliseconds(1000);
        pthread_cond_timedwait(&empty, &a, &until);
    }
    pthread_mutex_unlock(&a);
    pthread_join(thread, NULL);
}
#else
static void *other(void *unused) {
    sem_wait(&posted);
    return unused;
}

#if defined ATTEMPTS
static int stopped;

static void wait_long(void) {
    for (int attempts = 1; attempts != ATTEMPTS; attempts++) {
        usleep(1000);
        pthread_mutex_lock(&a);
        int stop = stopped;
        pthread_mutex_unlock(&a);
        if (stop) {
            break;
        }
    }
}
#elif defined DEADLINE
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void wait_long(void) {
    struct timespec end = in_milliseconds(DEADLINE * 1000l);
    pthread_mutex_lock(&a);
    while (in_milliseconds(0).tv_sec < end.tv_sec) {
        struct timespec until = in_milliseconds(250);
        pthread_cond_timedwait(&never, &a, &until);
    }
    pthread_mutex_unlock(&a);
}
#elif defined TOKENS
static void wait_long(void) {
    time_t last = time(NULL);
    for (int tokens = 0; tokens < 100;) {
        usleep(50000);
        time_t now = time(NULL);
        tokens += now > last;
        last = now;
    }
}
#else
static atomic_int sleeps;

#ifdef HEART
static int beats;

/* Whether it beats on. */
static int beat(void) {
#if HEART
    return beats++ != HEART;
#else
    beats++;
    return 1;
#endif
}
#endif

static void *sleeper(void *unused) {
    for (int on = 1; on;) {
#if defined HEART
        pthread_mutex_lock(&a);
        on = beat();
        pthread_mutex_unlock(&a);
        usleep(1000);
#elif defined POLLER
        struct pollfd nothing = {eventfd(0, 0), POLLIN, 0};
        while (poll(&nothing, 1, 100) == 0) {
            sleeps++;
        }
#else
        usleep(1000);
        sleeps++;
#endif
    }
#ifdef HEART
    sem_post(&posted);
    sem_post(&posted);
#endif
    return unused;
}

static void wait_long(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, sleeper, NULL);
#if defined DAEMON
    sem_post(&posted);
    return;
#elif defined SERVER
    sem_post(&posted);
#else
    sem_wait(&posted);
#endif
    pthread_join(thread, NULL);
}
#endif

static void run(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    wait_long();
    sem_post(&posted);
    pthread_join(thread, NULL);
}
#endif

int main(void) {
    sem_init(&posted, 0, 0);
    run();
    return 0;
}
