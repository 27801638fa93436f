#include "conformance.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, kept = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spinlock;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t ready, go, never;
static int cleaned;

static void clean(void *how_much) { cleaned += (int)(intptr_t)how_much; }

static void ask_for_it(void) {
    int before = 4711;
    CALL(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &before));
    SHOW(before == PTHREAD_CANCEL_DEFERRED);
    sem_post(&ready);
}

#define WAITER(name, wait)                                                                                             \
    static void *name(void *unused) {                                                                                  \
        ask_for_it();                                                                                                  \
        pthread_cleanup_push(clean, (void *)1);                                                                        \
        wait;                                                                                                          \
        pthread_cleanup_pop(0);                                                                                        \
        SHOW("has gone on" != NULL);                                                                                   \
        return unused;                                                                                                 \
    }

WAITER(waits_for_mutex, pthread_mutex_lock(&mutex))
WAITER(waits_to_read, pthread_rwlock_rdlock(&rwlock))
WAITER(waits_to_write, pthread_rwlock_wrlock(&rwlock))
WAITER(waits_for_spinlock, pthread_spin_lock(&spinlock))
WAITER(waits_at_barrier, pthread_barrier_wait(&barrier))
static void runs_too_late(void) { SHOW("has gone on" != NULL); }
WAITER(waits_for_initialiser, pthread_once(&once, runs_too_late))
WAITER(waits_for_semaphore, sem_wait(&never))
WAITER(goes_on, for (;;) sched_yield())
WAITER(goes_on_with_lock, pthread_mutex_lock(&kept); for (;;) sched_yield())

static void *cancels_itself(void *unused) {
    ask_for_it();
    pthread_cleanup_push(clean, (void *)10);
    pthread_cancel(pthread_self());
    SHOW("has gone on" != NULL);
    pthread_cleanup_pop(0);
    return unused;
}

static void *asks_too_late(void *unused) {
    sem_post(&ready);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    sem_wait(&go);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    SHOW("a deferred one is no matter of the state" != NULL);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    SHOW("has gone on" != NULL);
    return unused;
}

static void *refuses(void *unused) {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    ask_for_it();
    sem_wait(&go);
    SHOW("goes on" != NULL);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    SHOW("has gone on" != NULL);
    return unused;
}

static void *changes_its_mind(void *unused) {
    int before = 4711;
    ask_for_it();
    CALL(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &before));
    SHOW(before == PTHREAD_CANCEL_ASYNCHRONOUS);
    CALL(pthread_cancel(pthread_self()));
    SHOW("is deferred again" != NULL);
    pthread_testcancel();
    SHOW("has gone on" != NULL);
    return unused;
}

static void cancel(void *(*routine)(void *)) {
    pthread_t thread;
    void *result = NULL;
    pthread_create(&thread, NULL, routine, NULL);
    sem_wait(&ready);
    usleep(20000);
    pthread_cancel(thread);
    sem_post(&go);
    CALL(pthread_join(thread, &result));
    SHOW(result == PTHREAD_CANCELED);
    while (sem_trywait(&go) == 0) {
    }
    SHOW(cleaned);
}

static void initialise(void) { cancel(waits_for_initialiser); }

int main(void) {
    sem_init(&ready, 0, 0);
    sem_init(&go, 0, 0);
    sem_init(&never, 0, 0);
    pthread_spin_init(&spinlock, PTHREAD_PROCESS_PRIVATE);
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_mutex_lock(&mutex);
    pthread_rwlock_wrlock(&rwlock);
    pthread_spin_lock(&spinlock);

    cancel(waits_for_mutex);
    CALL(pthread_mutex_unlock(&mutex));
    CALL(pthread_mutex_trylock(&mutex));
    cancel(waits_to_read);
    cancel(waits_to_write);
    cancel(waits_for_spinlock);
    pthread_spin_unlock(&spinlock);
    CALL(pthread_spin_trylock(&spinlock));
    cancel(waits_at_barrier);
    CALL(pthread_barrier_wait(&barrier)); /* whoever has been cancelled has arrived */
    CALL(pthread_once(&once, initialise));
    CALL(pthread_once(&once, runs_too_late));
    cancel(waits_for_semaphore);
    cancel(goes_on);
    cancel(goes_on_with_lock);
    CALL(pthread_mutex_trylock(&kept)); /* by nobody any more */
    cancel(cancels_itself);
    cancel(asks_too_late);
    cancel(refuses);
    cancel(changes_its_mind);
    return 0;
}
