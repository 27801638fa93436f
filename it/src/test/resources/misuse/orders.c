/* Two threads that nothing orders: one destroys an object, or does what leaves nothing for the other to do, and the other first
 * does something of its own and then uses the object. In an execution where the user goes first, what it is about to do is known
 * before the other acts. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER, mutex = PTHREAD_MUTEX_INITIALIZER;
__attribute__((unused)) static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
__attribute__((unused)) static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
__attribute__((unused)) static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
__attribute__((unused)) static pthread_barrier_t barrier;
__attribute__((unused)) static pthread_spinlock_t spin;
__attribute__((unused)) static sem_t semaphore, *named;
static pthread_t sleeper;

static void before(void) {
#if CASE == 5 || CASE == 6
    sem_init(&semaphore, 0, 1);
#elif CASE == 7 || CASE == 15
    pthread_spin_init(&spin, 0);
#elif CASE == 8
    pthread_barrier_init(&barrier, NULL, 1);
#elif CASE == 14
    named = sem_open("/heddle-orders", O_CREAT, 0600, 0);
#endif
}

static void use(void) {
#if CASE == 1
    pthread_mutex_lock(&mutex);
#elif CASE == 2
    pthread_cond_signal(&condition);
#elif CASE == 3
    pthread_rwlock_rdlock(&rwlock);
#elif CASE == 4
    pthread_rwlock_trywrlock(&rwlock);
#elif CASE == 5
    sem_wait(&semaphore);
#elif CASE == 6
    sem_post(&semaphore);
#elif CASE == 7
    pthread_spin_trylock(&spin);
#elif CASE == 8
    pthread_barrier_wait(&barrier);
#elif CASE == 9
    pthread_mutex_destroy(&mutex);
#elif CASE == 10
    pthread_barrier_wait(&barrier);
#elif CASE == 11
    pthread_join(sleeper, NULL);
#elif CASE == 12
    pthread_mutex_unlock(&mutex);
#elif CASE == 13
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&condition, &mutex);
#elif CASE == 14
    sem_close(named);
#elif CASE == 15
    pthread_spin_unlock(&spin);
#endif
}

static void end(void) {
#if CASE == 1 || CASE == 9
    pthread_mutex_destroy(&mutex);
#elif CASE == 2
    pthread_cond_destroy(&condition);
#elif CASE == 3 || CASE == 4
    pthread_rwlock_destroy(&rwlock);
#elif CASE == 5 || CASE == 6
    sem_destroy(&semaphore);
#elif CASE == 7
    pthread_spin_destroy(&spin);
#elif CASE == 8
    pthread_barrier_destroy(&barrier);
#elif CASE == 10
    pthread_barrier_init(&barrier, NULL, 1);
#elif CASE == 11
    pthread_join(sleeper, NULL);
#elif CASE == 12
    pthread_mutex_lock(&mutex);
#elif CASE == 13
    pthread_mutex_lock(&other);
    pthread_cond_wait(&condition, &other);
#elif CASE == 14
    sem_close(named);
#elif CASE == 15
    pthread_spin_lock(&spin);
#endif
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

int main(void) {
    pthread_t first, second;
    before();
    pthread_create(&sleeper, NULL, sleeps, NULL);
    pthread_create(&first, NULL, user, NULL);
    pthread_create(&second, NULL, ender, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    exit(0);
}
