/* Handlers run while their thread waits for a lock or a condition variable, and the wait goes on. */
#include "conformance.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_rwlock_t writers_first;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t ready, handled;
static int go;

static void handler(int number) {
    (void)number;
    sem_post(&handled);
}

static void *locks(void *unused) {
    sem_post(&ready);
    CALL(pthread_mutex_lock(&mutex));
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *locks_with_time(void *unused) {
    sem_post(&ready);
    struct timespec until = in(CLOCK_REALTIME, 10000);
    CALL(pthread_mutex_timedlock(&mutex, &until));
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *reads(void *unused) {
    sem_post(&ready);
    CALL(pthread_rwlock_rdlock(&rwlock));
    pthread_rwlock_unlock(&rwlock);
    return unused;
}

static void *writes(void *unused) {
    sem_post(&ready);
    CALL(pthread_rwlock_wrlock(&rwlock));
    pthread_rwlock_unlock(&rwlock);
    return unused;
}

static void *writes_first(void *unused) {
    sem_post(&ready);
    CALL(pthread_rwlock_wrlock(&writers_first));
    pthread_rwlock_unlock(&writers_first);
    return unused;
}

static void *waits(void *unused) {
    pthread_mutex_lock(&guard);
    sem_post(&ready);
    while (!go) {
        if (pthread_cond_wait(&condition, &guard) != 0) {
            puts("pthread_cond_wait failed");
        }
    }
    pthread_mutex_unlock(&guard);
    return unused;
}

/* The thread is blocked, handles two signals, and is blocked still. */
static pthread_t bother(void *(*routine)(void *)) {
    pthread_t thread;
    pthread_create(&thread, NULL, routine, NULL);
    sem_wait(&ready);
    for (int i = 0; i < 2; i++) {
        usleep(30000);
        CALL(pthread_kill(thread, SIGUSR1));
        while (sem_wait(&handled) != 0) {
        }
        puts("handled");
    }
    return thread;
}

int main(void) {
    sem_init(&ready, 0, 0);
    sem_init(&handled, 0, 0);
    struct sigaction action = {.sa_flags = 0};
    action.sa_handler = handler;
    sigaction(SIGUSR1, &action, NULL);
    pthread_mutex_lock(&mutex);
    pthread_t thread = bother(locks);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);

    pthread_mutex_lock(&mutex);
    thread = bother(locks_with_time);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);

    pthread_rwlock_wrlock(&rwlock);
    thread = bother(reads);
    pthread_rwlock_unlock(&rwlock);
    pthread_join(thread, NULL);

    pthread_rwlock_rdlock(&rwlock);
    thread = bother(writes);
    pthread_rwlock_unlock(&rwlock);
    pthread_join(thread, NULL);

    pthread_rwlockattr_t attributes;
    pthread_rwlockattr_init(&attributes);
    pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&writers_first, &attributes);
    pthread_rwlock_rdlock(&writers_first);
    thread = bother(writes_first);
    CALL(pthread_rwlock_tryrdlock(&writers_first)); /* the writer still goes first */
    pthread_rwlock_unlock(&writers_first);
    pthread_join(thread, NULL);

    thread = bother(waits);
    pthread_mutex_lock(&guard);
    go = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&guard);
    pthread_join(thread, NULL);
    return 0;
}
