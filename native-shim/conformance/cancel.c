#include "conformance.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static pthread_key_t key;
static sem_t ready;
static int ends[2], order[8], count;

static void note(void *what) { order[count++] = (int)(intptr_t)what; }
static void unlock(void *what) {
    note(what);
    pthread_mutex_unlock(&mutex);
}

static void *waits(void *unused) {
    pthread_setspecific(key, (void *)3);
    pthread_cleanup_push(note, (void *)2);
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, (void *)1);
    sem_post(&ready);
    for (;;) {
        pthread_cond_wait(&never, &mutex);
    }
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return unused;
}

static void *reads(void *unused) {
    char byte;
    sem_post(&ready);
    read(ends[0], &byte, 1);
    return unused;
}

static void *sleeps(void *unused) {
    sem_post(&ready);
    for (;;) {
        sleep(1);
    }
    return unused;
}

static sem_t empty;
static void *waits_for_semaphore(void *unused) {
    sem_post(&ready);
    sem_wait(&empty);
    return unused;
}

static void *for_ever(void *unused) {
    sem_wait(&empty);
    return unused;
}

static pthread_t joined;
static void *joins(void *unused) {
    sem_post(&ready);
    pthread_join(joined, NULL);
    return unused;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int initialised;
static void initialise(void) {
    if (++initialised == 1) {
        sem_post(&ready);
        sem_wait(&empty);
    }
}
static void *initialises(void *unused) {
    pthread_once(&once, initialise);
    return unused;
}

static void *tests(void *unused) {
    sem_post(&ready);
    for (;;) {
        pthread_testcancel();
        sched_yield();
    }
    return unused;
}

static sem_t go;
static void *refuses(void *unused) {
    int before;
    CALL(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before));
    SHOW(before == PTHREAD_CANCEL_ENABLE);
    CALL(pthread_setcancelstate(4711, NULL));
    sem_post(&ready);
    sem_wait(&go);
    pthread_testcancel();
    SHOW(1);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    pthread_testcancel();
    SHOW(2);
    return unused;
}

static void *cancels_itself(void *unused) {
    int before;
    CALL(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &before));
    SHOW(before == PTHREAD_CANCEL_DEFERRED);
    CALL(pthread_setcanceltype(4711, &before));
    CALL(pthread_cancel(pthread_self()));
    SHOW(1);
    pthread_testcancel();
    SHOW(2);
    return unused;
}

static void *returns(void *unused) { return unused; }

static void cancel(void *(*routine)(void *), int at_once) {
    pthread_t thread;
    void *result = NULL;
    sem_init(&go, 0, 0);
    pthread_create(&thread, NULL, routine, NULL);
    sem_wait(&ready);
    if (!at_once) {
        usleep(20000);
    }
    CALL(pthread_cancel(thread));
    sem_post(&go);
    CALL(pthread_join(thread, &result));
    SHOW(result == PTHREAD_CANCELED);
}

int main(void) {
    sem_init(&ready, 0, 0);
    sem_init(&go, 0, 0);
    pipe(ends);
    pthread_key_create(&key, note);
    cancel(waits, 0);
    SHOW(count);
    SHOW(order[0] * 100 + order[1] * 10 + order[2]);
    CALL(pthread_mutex_trylock(&mutex));
    pthread_mutex_unlock(&mutex);
    cancel(reads, 0);
    cancel(sleeps, 0);
    cancel(tests, 1);
    sem_init(&empty, 0, 0);
    cancel(waits_for_semaphore, 0);
    pthread_create(&joined, NULL, for_ever, NULL);
    cancel(joins, 0);
    cancel(joins, 1);
    sem_post(&empty);
    CALL(pthread_join(joined, NULL));
    cancel(initialises, 0);
    CALL(pthread_once(&once, initialise));
    SHOW(initialised);
    CALL(pthread_once(&once, initialise));
    SHOW(initialised);
    cancel(refuses, 1);
    void *result;
    pthread_t thread;
    pthread_create(&thread, NULL, cancels_itself, NULL);
    CALL(pthread_join(thread, &result));
    SHOW(result == PTHREAD_CANCELED);
    pthread_create(&thread, NULL, returns, NULL);
    usleep(20000);
    CALL(pthread_cancel(thread));
    CALL(pthread_join(thread, &result));
    SHOW(result == NULL);
    return 0;
}
