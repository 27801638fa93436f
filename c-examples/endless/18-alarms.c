// Alarms: what ends a wait, a poll or a computation, and what a handler does in the middle of it.
//
//   (nothing)       the handler of the alarm takes the lock that the interrupted thread holds
//   -DPAUSE         the alarm may come before pause()
//   -DTWICE         a second alarm replaces the first one
//   -DCANCELLED     alarm(0) while another thread waits for what its handler posts
//   -DREPEATED      the handler sets the next alarm; what it counts is counted elsewhere, too
//   -DITIMER        setitimer with an interval; three ticks are waited for, and the timer is stopped after two
//   -DUALARM        ualarm ends a loop that computes; its flag is reset too late
//   -DMASKED        the signal is blocked in all threads, nobody waits for it
//   -DINTERRUPTED   a read that the alarm interrupts is taken for the end of the file
//   -DLONGJMP       siglongjmp out of a wait with a lock held
//   -DTHREADS       the signal goes to a thread that must not get it, for main has blocked it
// The fix (-DFIXED): a flag instead of a lock, sigsuspend, one alarm, and so on.
//
//   heddle check -DPAUSE 18-alarms.c
//
// heddle: verdict=bug kind=deadlock cause=self-lock args=-i 1000
// heddle: verdict=clean args=-DFIXED -i 200
// heddle: verdict=bug kind=deadlock cause=signal args=-DPAUSE --timeouts=any -i 1000
// heddle: verdict=clean args=-DPAUSE -DFIXED --timeouts=any -i 1000
// heddle: verdict=bug kind=deadlock cause=semaphore slow args=-DTWICE -i 1000
// heddle: verdict=inconclusive slow args=-DTWICE -DFIXED -i 200
// heddle: verdict=bug kind=deadlock cause=semaphore slow args=-DCANCELLED -i 1000
// heddle: verdict=inconclusive slow args=-DCANCELLED -DFIXED -i 200
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DREPEATED --timeouts=any -i 1000
// heddle: verdict=inconclusive slow args=-DREPEATED -DFIXED --timeouts=any -i 200
// heddle: verdict=bug kind=deadlock cause=signal slow args=-DITIMER -i 1000
// heddle: verdict=clean slow args=-DITIMER -DFIXED -i 1000
// heddle: verdict=bug kind=livelock cause=spin slow args=-DUALARM --timeouts=any -i 1000
// heddle: verdict=clean slow args=-DUALARM -DFIXED --timeouts=any -i 1000
// heddle: verdict=bug kind=deadlock cause=signal slow args=-DMASKED -i 1000
// heddle: verdict=clean slow args=-DMASKED -DFIXED -i 1000
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DINTERRUPTED -i 1000
// heddle: verdict=clean slow args=-DINTERRUPTED -DFIXED -i 1000
// heddle: verdict=bug kind=deadlock cause=self-lock slow args=-DLONGJMP -i 1000
// heddle: verdict=clean slow args=-DLONGJMP -DFIXED -i 1000
// heddle: verdict=bug kind=assertion cause=assertion slow args=-DTHREADS -i 1000
// heddle: verdict=clean slow args=-DTHREADS -DFIXED -i 200
#define _DEFAULT_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile sig_atomic_t ticks;

static void set_handler(void (*handler)(int)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
}

static void mask(int how) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    pthread_sigmask(how, &set, NULL);
}

#if defined PAUSE
static void tick(int number) { ticks += number != 0; }

int main(void) {
    set_handler(tick);
#ifdef FIXED
    sigset_t none;
    sigemptyset(&none);
    mask(SIG_BLOCK);
    alarm(1);
    while (!ticks) {
        sigsuspend(&none);
    }
#else
    alarm(1);
    while (!ticks) {
        pause();
    }
#endif
    return 0;
}
#elif defined TWICE || defined CANCELLED
static sem_t ring;

static void tick(int number) {
    (void)number;
    sem_post(&ring);
}

static void *sleep_until_it_rings(void *unused) {
    while (sem_wait(&ring) != 0) {
    }
    return unused;
}

int main(void) {
    pthread_t thread, other;
    sem_init(&ring, 0, 0);
    set_handler(tick);
    pthread_create(&thread, NULL, sleep_until_it_rings, NULL);
    pthread_create(&other, NULL, sleep_until_it_rings, NULL);
    alarm(1);
#ifdef FIXED
    sleep(2);
    alarm(2);
    sleep(3);
#elif defined CANCELLED
    sem_post(&ring);
    alarm(0);
#else
    alarm(2);
#endif
    pthread_join(thread, NULL);
    pthread_join(other, NULL);
    return 0;
}
#elif defined REPEATED
static int count;

static void tick(int number) {
    (void)number;
    count++;
    ticks++;
    if (ticks < 2) {
        alarm(1);
    }
}

int main(void) {
    set_handler(tick);
    alarm(1);
#ifdef FIXED
    while (ticks < 2) {
        sleep(10);
    }
    count++;
    assert(count == 3);
#else
    int before = count;
    raise(0);
    sem_t nothing;
    sem_init(&nothing, 0, 1);
    sem_wait(&nothing);
    count = before + 1;
    while (ticks < 2) {
        sleep(10);
    }
    assert(count == 3);
#endif
    return 0;
}
#elif defined ITIMER
static void *wait_for_ticks(void *unused) {
    sigset_t set;
    int number;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    for (int i = 0; i < 3; i++) {
        sigwait(&set, &number);
#ifndef FIXED
        if (i == 1) {
            struct itimerval off = {{0, 0}, {0, 0}};
            setitimer(ITIMER_REAL, &off, NULL);
        }
#endif
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    struct itimerval each = {{0, 10000}, {0, 10000}};
    mask(SIG_BLOCK);
    pthread_create(&thread, NULL, wait_for_ticks, NULL);
    setitimer(ITIMER_REAL, &each, NULL);
    pthread_join(thread, NULL);
    return 0;
}
#elif defined UALARM
static atomic_int is_over;

static void tick(int number) {
    (void)number;
    atomic_store(&is_over, 1);
}

int main(void) {
    set_handler(tick);
#ifdef FIXED
    atomic_store(&is_over, 0);
#endif
    ualarm(1000, 0);
#ifndef FIXED
    atomic_store(&is_over, 0);
#endif
    while (!atomic_load(&is_over)) {
    }
    return 0;
}
#elif defined MASKED
static void tick(int number) { ticks += number != 0; }

int main(void) {
    sigset_t none;
    sigemptyset(&none);
    set_handler(tick);
    mask(SIG_BLOCK);
    alarm(1);
#ifdef FIXED
    sigsuspend(&none);
#else
    pause();
#endif
    return !ticks;
}
#elif defined LONGJMP
static sigjmp_buf out;

static void tick(int number) {
    (void)number;
    siglongjmp(out, 1);
}

int main(void) {
    int ends[2];
    char c;
    if (pipe(ends) != 0) {
        return 0;
    }
    set_handler(tick);
    if (sigsetjmp(out, 1) == 0) {
#ifndef FIXED
        pthread_mutex_lock(&lock);
#endif
        alarm(1);
        if (read(ends[0], &c, 1) == 1) {
            return 1;
        }
    }
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}
#elif defined THREADS
static pthread_t expected;
static atomic_int wrong;

static void tick(int number) {
    (void)number;
    ticks = 1;
    if (!pthread_equal(pthread_self(), expected)) {
        atomic_store(&wrong, 1);
    }
}

static void *work(void *unused) {
    for (int i = 0; i < 3; i++) {
        usleep(700 * 1000);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    expected = pthread_self();
    set_handler(tick);
#ifdef FIXED
    mask(SIG_BLOCK);
#endif
    pthread_create(&thread, NULL, work, NULL);
#ifdef FIXED
    mask(SIG_UNBLOCK);
#else
    mask(SIG_BLOCK);
#endif
    alarm(1);
    pthread_join(thread, NULL);
    assert(!atomic_load(&wrong));
    return 0;
}
#elif defined INTERRUPTED
static void tick(int number) { ticks += number != 0; }

static void *write_late(void *end) {
    sleep(2);
    return write(*(int *)end, "x", 1) == 1 ? NULL : end;
}

int main(void) {
    int ends[2];
    char c = 0;
    pthread_t thread;
    if (pipe(ends) != 0) {
        return 0;
    }
    set_handler(tick);
    mask(SIG_BLOCK);
    pthread_create(&thread, NULL, write_late, &ends[1]);
    mask(SIG_UNBLOCK);
    alarm(1);
#ifdef FIXED
    while (read(ends[0], &c, 1) == -1 && errno == EINTR) {
    }
#else
    if (read(ends[0], &c, 1) == -1) {
        c = 0;
    }
#endif
    assert(c == 'x');
    pthread_join(thread, NULL);
    return 0;
}
#else
static int served;

static void tick(int number) {
    (void)number;
#ifndef FIXED
    pthread_mutex_lock(&lock);
    served++;
    pthread_mutex_unlock(&lock);
#endif
    ticks = 1;
}

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    served++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    set_handler(tick);
    mask(SIG_BLOCK);
    pthread_create(&thread, NULL, work, NULL);
    mask(SIG_UNBLOCK);
    alarm(1);
    while (!ticks) {
        pthread_mutex_lock(&lock);
        served++;
        usleep(1000);
        pthread_mutex_unlock(&lock);
    }
    pthread_join(thread, NULL);
    return 0;
}
#endif
