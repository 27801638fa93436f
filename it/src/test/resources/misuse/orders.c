/* Two threads that nothing orders: one destroys an object, or does what leaves nothing for the other to do, and the other first
 * does something of its own and then uses the object. In an execution where the user goes first, what it is about to do is known
 * before the other acts. The argument is the number of the case. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static int number;
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER, mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_spinlock_t spin;
static sem_t semaphore, *named;
static pthread_t sleeper;

static void before(void) {
    switch (number) {
    case 5:
    case 6:
        sem_init(&semaphore, 0, 1);
        break;
    case 7:
    case 15:
        pthread_spin_init(&spin, 0);
        break;
    case 8:
        pthread_barrier_init(&barrier, NULL, 1);
        break;
    case 14:
        named = sem_open("/heddle-orders", O_CREAT, 0600, 0);
        break;
    }
}

static void use(void) {
    switch (number) {
    case 1:
        pthread_mutex_lock(&mutex);
        break;
    case 2:
        pthread_cond_signal(&condition);
        break;
    case 3:
        pthread_rwlock_rdlock(&rwlock);
        break;
    case 4:
        pthread_rwlock_trywrlock(&rwlock);
        break;
    case 5:
        sem_wait(&semaphore);
        break;
    case 6:
        sem_post(&semaphore);
        break;
    case 7:
        pthread_spin_trylock(&spin);
        break;
    case 8:
        pthread_barrier_wait(&barrier);
        break;
    case 9:
        pthread_mutex_destroy(&mutex);
        break;
    case 10:
        pthread_barrier_wait(&barrier);
        break;
    case 11:
        pthread_join(sleeper, NULL);
        break;
    case 12:
        pthread_mutex_unlock(&mutex);
        break;
    case 13:
        pthread_mutex_lock(&mutex);
        pthread_cond_wait(&condition, &mutex);
        break;
    case 14:
        sem_close(named);
        break;
    case 15:
        pthread_spin_unlock(&spin);
        break;
    }
}

static void end(void) {
    switch (number) {
    case 1:
    case 9:
        pthread_mutex_destroy(&mutex);
        break;
    case 2:
        pthread_cond_destroy(&condition);
        break;
    case 3:
    case 4:
        pthread_rwlock_destroy(&rwlock);
        break;
    case 5:
    case 6:
        sem_destroy(&semaphore);
        break;
    case 7:
        pthread_spin_destroy(&spin);
        break;
    case 8:
        pthread_barrier_destroy(&barrier);
        break;
    case 10:
        pthread_barrier_init(&barrier, NULL, 1);
        break;
    case 11:
        pthread_join(sleeper, NULL);
        break;
    case 12:
        pthread_mutex_lock(&mutex);
        break;
    case 13:
        pthread_mutex_lock(&other);
        pthread_cond_wait(&condition, &other);
        break;
    case 14:
        sem_close(named);
        break;
    case 15:
        pthread_spin_lock(&spin);
        break;
    }
}

static void *user(void *unused) {
    pthread_mutex_lock(&own);
    pthread_mutex_unlock(&own);
    use();
    return unused;
}

static void *ender(void *unused) {
    end();
    return unused;
}

static void *sleeps(void *unused) { return unused; }

int main(int count, char **words) {
    number = count > 1 ? atoi(words[1]) : 0;
    pthread_t first, second;
    before();
    pthread_create(&sleeper, NULL, sleeps, NULL);
    pthread_create(&first, NULL, user, NULL);
    pthread_create(&second, NULL, ender, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    exit(0);
}
