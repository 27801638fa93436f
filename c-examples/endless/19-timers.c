// Timers: threads that timers start, signals that they send, and descriptors that become ready with time.
//
//   (nothing)       a function that a timer calls takes a lock that is held while the timer is waited for
//   -DDELETED       a timer is deleted, and what its function uses is freed, while the function may still run
//   -DDISARMED      a timer is disarmed before it has expired, and waited for
//   -DDESCRIPTOR    a timerfd in a loop; another thread may read the expiration first
//   -DEPOLL         an event loop ends after three ticks; who stops it sets a flag and does not wake it
//   -DSIGNAL        SIGEV_SIGNAL with a value; the handler may run before the value is set
//   -DDEADLINE      sem_timedwait on what a timer posts: the timer comes too late
//   -DRACE          the function of a timer and main share a counter
//   -DWATCHDOG      a watchdog that is not fed in time, as the feeder polls too slowly
//   -DSIGWAIT       a thread takes the ticks of a timer by sigwait; the last tick goes to another thread
//   -DCLOSED        what the timer's function uses is closed after its second expiry, and the timer deleted then
// The fix (-DFIXED): each in its own way.
//
//   heddle check -DRACE 19-timers.c
//
// heddle: verdict=bug kind=deadlock cause=semaphore args=-i 1000
// heddle: verdict=clean args=-DFIXED -i 1000
// heddle: verdict=bug kind=use-after-free cause=use-after-free races args=-DDELETED --timeouts=any -i 1000
// heddle: verdict=clean args=-DDELETED -DFIXED --timeouts=any -i 1000
// heddle: verdict=bug kind=deadlock cause=semaphore slow args=-DDISARMED -i 1000
// heddle: verdict=clean slow args=-DDISARMED -DFIXED -i 1000
// heddle: verdict=bug kind=deadlock cause=descriptor slow args=-DDESCRIPTOR -i 1000
// heddle: verdict=clean slow args=-DDESCRIPTOR -DFIXED -i 1000
// heddle: verdict=bug kind=deadlock cause=descriptor slow args=-DEPOLL -i 1000
// heddle: verdict=clean slow args=-DEPOLL -DFIXED -i 1000
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DSIGNAL --timeouts=any -i 1000
// heddle: verdict=clean slow args=-DSIGNAL -DFIXED --timeouts=any -i 200
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DDEADLINE -i 1000
// heddle: verdict=clean slow args=-DDEADLINE -DFIXED -i 1000
// heddle: verdict=bug kind=data-race cause=read-write slow args=-DRACE --timeouts=any -i 1000
// heddle: verdict=clean slow args=-DRACE -DFIXED -i 1000
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DWATCHDOG -i 1000
// heddle: verdict=clean slow args=-DWATCHDOG -DFIXED -i 1000
// heddle: verdict=bug kind=deadlock cause=signal slow args=-DSIGWAIT -i 1000
// heddle: verdict=clean slow args=-DSIGWAIT -DFIXED -i 1000
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DCLOSED --timeouts=any --expiries=3 -i 1000
// heddle: verdict=clean slow args=-DCLOSED -DFIXED --timeouts=any --expiries=3 -i 1000
// heddle: verdict=clean slow args=-DCLOSED --timeouts=any -i 1000
#define _DEFAULT_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t expired;

static timer_t start(void (*function)(union sigval), void *argument, long milliseconds, long each) {
    struct sigevent event;
    timer_t timer;
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_THREAD;
    event.sigev_notify_function = function;
    event.sigev_value.sival_ptr = argument;
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) {
        abort();
    }
    struct itimerspec when = {{each / 1000, each % 1000 * 1000000}, {milliseconds / 1000, milliseconds % 1000 * 1000000}};
    timer_settime(timer, 0, &when, NULL);
    return timer;
}

#if defined DELETED
static void use(union sigval value) {
    int *number = value.sival_ptr;
    ++*number;
    sem_post(&expired);
}

static void run(void) {
    int *number = calloc(1, sizeof *number);
    timer_t timer = start(use, number, 100, 0);
#ifdef FIXED
    sem_wait(&expired);
#endif
    timer_delete(timer);
    free(number);
}
#elif defined DISARMED
static void post(union sigval unused) {
    (void)unused;
    sem_post(&expired);
}

static void run(void) {
    timer_t timer = start(post, NULL, 100, 0);
    struct itimerspec off, left;
    memset(&off, 0, sizeof off);
#ifdef FIXED
    timer_gettime(timer, &left);
#else
    timer_settime(timer, 0, &off, &left);
#endif
    sem_wait(&expired);
    timer_delete(timer);
}
#elif defined DESCRIPTOR
static int timer;

static void *take(void *unused) {
    uint64_t count;
    if (read(timer, &count, sizeof count) != (ssize_t)sizeof count) {
        return &timer;
    }
    return unused;
}

static void run(void) {
    pthread_t thread;
    struct itimerspec when = {{0, 0}, {1, 0}};
#ifdef FIXED
    when.it_interval.tv_sec = 1;
#endif
    timer = timerfd_create(CLOCK_MONOTONIC, 0);
    timerfd_settime(timer, 0, &when, NULL);
    pthread_create(&thread, NULL, take, NULL);
    take(NULL);
    pthread_join(thread, NULL);
    close(timer);
}
#elif defined EPOLL
static int set, ticks;
static atomic_int stop;

static void *loop(void *unused) {
    struct epoll_event event;
    uint64_t count;
    while (!atomic_load(&stop)) {
        if (epoll_wait(set, &event, 1, -1) == 1 && read(event.data.fd, &count, sizeof count) == (ssize_t)sizeof count) {
            ticks++;
        }
#ifdef FIXED
        if (ticks == 2) {
            break;
        }
#endif
    }
    return unused;
}

static void run(void) {
    pthread_t thread;
    struct itimerspec when = {{0, 0}, {0, 1000}};
#ifdef FIXED
    when.it_interval.tv_nsec = 1000;
#endif
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    struct epoll_event event;
    memset(&event, 0, sizeof event);
    event.events = EPOLLIN;
    event.data.fd = timer;
    set = epoll_create1(0);
    epoll_ctl(set, EPOLL_CTL_ADD, timer, &event);
    timerfd_settime(timer, 0, &when, NULL);
    pthread_create(&thread, NULL, loop, NULL);
    usleep(1000);
#ifndef FIXED
    atomic_store(&stop, 1);
#endif
    pthread_join(thread, NULL);
}
#elif defined SIGNAL
static int *volatile target;
static volatile sig_atomic_t ran, missed;

static void on_timer(int number, siginfo_t *information, void *context) {
    (void)number;
    (void)context;
    ran = 1;
    if (information->si_value.sival_int != 42 || target == NULL) {
        missed = 1;
    }
}

static void run(void) {
    static int number;
    struct sigaction action;
    struct sigevent event;
    timer_t timer;
    struct itimerspec when = {{0, 0}, {0, 1000}};
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_timer;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGRTMIN, &action, NULL);
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGRTMIN;
    event.sigev_value.sival_int = 42;
#ifdef FIXED
    target = &number;
#endif
    timer_create(CLOCK_REALTIME, &event, &timer);
    timer_settime(timer, 0, &when, NULL);
    pthread_mutex_lock(&lock);
    target = &number;
    pthread_mutex_unlock(&lock);
    while (!ran) {
        usleep(100);
    }
    assert(!missed);
}
#elif defined DEADLINE
static void post(union sigval unused) {
    (void)unused;
    sem_post(&expired);
}

static void run(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
#ifdef FIXED
    start(post, NULL, 500, 0);
#else
    start(post, NULL, 1500, 0);
#endif
    int error = sem_timedwait(&expired, &until);
    assert(error == 0);
}
#elif defined RACE
static int count;

static void tick(union sigval unused) {
    (void)unused;
#ifdef FIXED
    pthread_mutex_lock(&lock);
#endif
    count++;
#ifdef FIXED
    pthread_mutex_unlock(&lock);
#endif
    sem_post(&expired);
}

static void run(void) {
    timer_t timer = start(tick, NULL, 100, 100);
    sem_wait(&expired);
    timer_delete(timer);
#ifdef FIXED
    pthread_mutex_lock(&lock);
#endif
    int result = count;
#ifdef FIXED
    pthread_mutex_unlock(&lock);
#endif
    assert(result >= 1);
}
#elif defined WATCHDOG
static atomic_int bites;

static void bite(union sigval unused) {
    (void)unused;
    atomic_fetch_add(&bites, 1);
}

static void run(void) {
    struct itimerspec again = {{0, 0}, {0, 100 * 1000 * 1000}};
    timer_t timer = start(bite, NULL, 100, 0);
    for (int i = 0; i < 3; i++) {
#ifdef FIXED
        usleep(50 * 1000);
#else
        usleep(150 * 1000);
#endif
        timer_settime(timer, 0, &again, NULL);
    }
    timer_delete(timer);
    assert(atomic_load(&bites) == 0);
}
#elif defined SIGWAIT
static void *take(void *unused) {
    sigset_t set;
    int number;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigwait(&set, &number);
    return unused;
}

static void run(void) {
    pthread_t threads[2];
    sigset_t set;
    struct sigevent event;
    timer_t timer;
    struct itimerspec when = {{0, 0}, {1, 0}};
#ifdef FIXED
    when.it_interval.tv_sec = 1;
#endif
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGUSR1;
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    timer_settime(timer, 0, &when, NULL);
    pthread_create(&threads[0], NULL, take, NULL);
    pthread_create(&threads[1], NULL, take, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    timer_delete(timer);
}
#elif defined CLOSED
static int closed;

static void tick(union sigval unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    assert(!closed);
    pthread_mutex_unlock(&lock);
    sem_post(&expired);
}

static void run(void) {
    timer_t timer = start(tick, NULL, 100, 100);
    sem_wait(&expired);
    sem_wait(&expired);
#ifndef FIXED
    pthread_mutex_lock(&lock);
    closed = 1;
    pthread_mutex_unlock(&lock);
#endif
    timer_delete(timer);
}
#else
static void tick(union sigval unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    sem_post(&expired);
}

static void run(void) {
    timer_t timer = start(tick, NULL, 100, 0);
    pthread_mutex_lock(&lock);
#ifdef FIXED
    pthread_mutex_unlock(&lock);
#endif
    sem_wait(&expired);
#ifndef FIXED
    pthread_mutex_unlock(&lock);
#endif
    timer_delete(timer);
}
#endif

int main(void) {
    sem_init(&expired, 0, 0);
    (void)start;
    run();
    return errno == EDOM;
}
