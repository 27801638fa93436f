// What runs at exit meets what threads do until then.
//
//   heddle check -DTEST=waits c-examples/soundness/exit-handlers.c
//
// heddle: verdict=bug kind=deadlock cause=self-lock args=-DJOINED -DTEST=locks
// heddle: verdict=clean args=-DJOINED -DTEST=locks -DFIXED
// heddle: verdict=bug kind=deadlock cause=semaphore args=-DTEST=waits
// heddle: verdict=clean args=-DTEST=waits -DFIXED
// heddle: verdict=bug kind=use-after-free cause=use-after-free races=1 args=-DTEST=frees
// heddle: verdict=clean args=-DTEST=frees -DFIXED
// heddle: verdict=bug races=1 args=-DTEST=counts
// heddle: verdict=clean args=-DTEST=counts -DFIXED
// heddle: verdict=bug kind=assertion cause=assertion args=-DTEST=checks
// heddle: verdict=clean args=-DTEST=checks -DFIXED
// heddle: verdict=bug kind=deadlock cause=self-lock args=-DJOINED -DTEST=ends_with_lock
// heddle: verdict=clean args=-DJOINED -DTEST=ends_with_lock -DFIXED
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>

#ifdef FIXED
#define IS_FIXED 1
#else
#define IS_FIXED 0
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t posted;
static int *number;
static int count;
static atomic_int done;
static tss_t key;

/* The handler wants the lock with which its thread exits. */
static void locks_at_exit(void) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
}
static void *locks_in_thread(void *unused) {
    pthread_mutex_lock(&lock);
    if (IS_FIXED) {
        pthread_mutex_unlock(&lock);
    }
    exit(0);
    return unused;
}

/* The handler waits for what nobody posts where the thread has been overtaken. */
static void waits_at_exit(void) { sem_wait(&posted); }
static void *waits_in_thread(void *unused) {
    if (IS_FIXED || done) {
        sem_post(&posted);
    }
    return unused;
}

/* The handler frees what a detached thread uses. */
static void frees_at_exit(void) {
    if (!IS_FIXED) {
        free(number);
    }
}
static void *frees_in_thread(void *unused) {
    *number = 1;
    return unused;
}

static void counts_at_exit(void) { count++; }
static void *counts_in_thread(void *unused) {
    if (!IS_FIXED) {
        count++;
    }
    return unused;
}

/* The handler takes it for granted that the thread has come so far. */
static void checks_at_exit(void) { assert(IS_FIXED || done == 2); }
static void *checks_in_thread(void *unused) {
    done = 2;
    return unused;
}

/* A destructor of thread-specific data wants the lock with which its thread ends. */
static void ends_with_lock_at_exit(void) {}
static void at_thread_end(void *unused) {
    (void)unused;
    locks_at_exit();
}
static void *ends_with_lock_in_thread(void *unused) {
    tss_set(key, &count);
    pthread_mutex_lock(&lock);
    if (IS_FIXED) {
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

#define OF(test, when) JOIN(test, when)
#define JOIN(test, when) test##when

int main(void) {
    (void)locks_at_exit, (void)locks_in_thread, (void)waits_at_exit, (void)waits_in_thread, (void)frees_at_exit;
    (void)frees_in_thread, (void)counts_at_exit, (void)counts_in_thread, (void)checks_at_exit, (void)checks_in_thread;
    (void)ends_with_lock_at_exit, (void)ends_with_lock_in_thread;
    pthread_t thread;
    sem_init(&posted, 0, 0);
    tss_create(&key, at_thread_end);
    number = malloc(sizeof *number);
    atexit(OF(TEST, _at_exit));
    pthread_create(&thread, NULL, OF(TEST, _in_thread), NULL);
    done = 1;
#ifdef JOINED
    pthread_join(thread, NULL);
#endif
    return 0;
}
