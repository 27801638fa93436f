/* One rule broken for each number that is given as an argument. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>

static int number;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_spinlock_t spin;
static sem_t semaphore, ready;
static pthread_t thread;

static void handles(int signal_number) { (void)signal_number; }

static void *nothing(void *unused) { return unused; }

static void *waits(void *unused) {
    pthread_mutex_lock(&mutex);
    sem_post(&ready);
    pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *waits_for_semaphore(void *unused) {
    sem_post(&ready);
    sem_wait(&semaphore);
    return unused;
}

static void *waits_at_barrier(void *unused) {
    sem_post(&ready);
    pthread_barrier_wait(&barrier);
    return unused;
}

static void start(void *(*routine)(void *)) {
    sem_init(&ready, 0, 0);
    pthread_create(&thread, NULL, routine, NULL);
    if (routine != nothing) {
        sem_wait(&ready);
        pthread_mutex_lock(&mutex); /* so that the thread waits */
        pthread_mutex_unlock(&mutex);
    }
}

/* Objects that are initialised statically where others, which have been destroyed, may have been. */
__attribute__((noinline)) static void use_locals(void) {
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
    pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
    pthread_mutex_lock(&lock);
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_rwlock_rdlock(&shared);
    pthread_rwlock_unlock(&shared);
    pthread_mutex_destroy(&lock);
    pthread_cond_destroy(&changed);
    pthread_rwlock_destroy(&shared);
}

int main(int count, char **words) {
    number = count > 1 ? atoi(words[1]) : 0;
    switch (number) {
    case 0: /* nothing wrong: objects on the stack, and destroyed ones, may be initialised again, by functions and statically */
        for (int i = 0; i < 2; i++) {
            pthread_mutex_t local;
            pthread_mutex_init(&local, NULL);
            sem_init(&semaphore, 0, 0);
            sem_destroy(&semaphore);
            pthread_spin_init(&spin, 0);
            pthread_spin_destroy(&spin);
        }
        use_locals();
        use_locals();
        pthread_mutex_destroy(&other);
        other = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
        pthread_mutex_lock(&other);
        pthread_mutex_unlock(&other);
        start(nothing);
        pthread_join(thread, NULL);
        break;
    case 1:
        pthread_mutex_init(&other, NULL);
        pthread_mutex_init(&other, NULL);
        break;
    case 2:
        pthread_cond_init(&condition, NULL);
        pthread_cond_init(&condition, NULL);
        break;
    case 3:
        pthread_rwlock_init(&rwlock, NULL);
        pthread_rwlock_init(&rwlock, NULL);
        break;
    case 4:
        pthread_barrier_init(&barrier, NULL, 2);
        pthread_barrier_init(&barrier, NULL, 2);
        break;
    case 5:
        pthread_spin_init(&spin, 0);
        pthread_spin_init(&spin, 0);
        break;
    case 6:
        sem_init(&semaphore, 0, 0);
        sem_init(&semaphore, 0, 0);
        break;
    case 7:
        sem_post(&semaphore);
        break;
    case 8:
        pthread_spin_lock(&spin);
        break;
    case 9:
        pthread_barrier_wait(&barrier);
        break;
    case 10: {
        int *words = malloc(sizeof(pthread_mutex_t));
        words[4] = 0x55555;
        pthread_mutex_lock((pthread_mutex_t *)words);
        break;
    }
    case 11:
        pthread_mutex_destroy(&mutex);
        pthread_mutex_lock(&mutex);
        break;
    case 12:
        pthread_cond_destroy(&condition);
        pthread_cond_signal(&condition);
        break;
    case 13:
        pthread_rwlock_destroy(&rwlock);
        pthread_rwlock_rdlock(&rwlock);
        break;
    case 14:
        sem_init(&semaphore, 0, 1);
        sem_destroy(&semaphore);
        sem_wait(&semaphore);
        break;
    case 15:
        pthread_spin_init(&spin, 0);
        pthread_spin_destroy(&spin);
        pthread_spin_lock(&spin);
        break;
    case 16:
        pthread_barrier_init(&barrier, NULL, 1);
        pthread_barrier_destroy(&barrier);
        pthread_barrier_wait(&barrier);
        break;
    case 17:
        pthread_mutex_lock(&mutex);
        pthread_mutex_destroy(&mutex);
        break;
    case 18:
        pthread_rwlock_wrlock(&rwlock);
        pthread_rwlock_destroy(&rwlock);
        break;
    case 19:
        pthread_spin_init(&spin, 0);
        pthread_spin_lock(&spin);
        pthread_spin_destroy(&spin);
        break;
    case 20:
        start(waits);
        pthread_cond_destroy(&condition);
        exit(0);
        break;
    case 21:
        sem_init(&semaphore, 0, 0);
        start(waits_for_semaphore);
        sem_destroy(&semaphore);
        exit(0);
        break;
    case 22:
        pthread_barrier_init(&barrier, NULL, 2);
        start(waits_at_barrier);
        pthread_barrier_destroy(&barrier);
        exit(0);
        break;
    case 23:
        start(waits);
        pthread_mutex_lock(&other);
        pthread_cond_wait(&condition, &other);
        break;
    case 24: {
        struct timespec past = {0, 0};
        pthread_cond_timedwait(&condition, &mutex, &past);
        break;
    }
    case 25:
        start(nothing);
        pthread_join(thread, NULL);
        pthread_join(thread, NULL);
        break;
    case 26:
        start(nothing);
        pthread_detach(thread);
        pthread_join(thread, NULL);
        break;
    case 27:
        pthread_join(pthread_self(), NULL);
        break;
    case 28:
        start(nothing);
        pthread_detach(thread);
        pthread_detach(thread);
        break;
    case 29:
        pthread_mutex_unlock(&mutex);
        break;
    case 30:
        pthread_rwlock_unlock(&rwlock);
        break;
    case 31:
        pthread_spin_init(&spin, 0);
        pthread_spin_unlock(&spin);
        break;
    case 32: { /* an error, and none of what POSIX leaves undefined */
        pthread_mutexattr_t attributes;
        pthread_mutexattr_init(&attributes);
        pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
        pthread_mutex_init(&other, &attributes);
        pthread_mutex_unlock(&other);
        break;
    }
    case 33: { /* no misuse: two threads wait on one condition variable with one mutex, and may be called away to handle signals */
        signal(SIGUSR1, handles);
        pthread_t second;
        sem_init(&ready, 0, 0);
        pthread_create(&thread, NULL, waits, NULL);
        pthread_create(&second, NULL, waits, NULL);
        sem_wait(&ready);
        sem_wait(&ready);
        pthread_mutex_lock(&mutex);
        pthread_cond_broadcast(&condition);
        pthread_mutex_unlock(&mutex);
        pthread_kill(pthread_self(), SIGUSR1);
        pthread_join(thread, NULL);
        pthread_join(second, NULL);
        break;
    }
    }
    return 0;
}
