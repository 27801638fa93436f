/* Something that works with glibc and should not be relied on, for each number that is given as an
 * argument; none where it is 100 or more. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <unistd.h>

static int number;
static pthread_mutex_t mutex;
static pthread_cond_t condition;
static pthread_rwlock_t rwlock;
static pthread_barrier_t barrier;
static pthread_spinlock_t spin;
static sem_t semaphore;
static mtx_t plain;
static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;

struct queue {
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    pthread_rwlock_t rwlock;
};

static void *nothing(void *unused) { return unused; }

static void *waits(void *unused) {
    pthread_mutex_lock(&held);
    return unused;
}

/* In case 102 they are destroyed by the last destructors of all. */
__attribute__((destructor)) static void late(void) {
    if (number != 102) {
        return;
    }
    pthread_mutex_destroy(&mutex);
    pthread_cond_destroy(&condition);
    pthread_rwlock_destroy(&rwlock);
    pthread_barrier_destroy(&barrier);
    pthread_spin_destroy(&spin);
    sem_destroy(&semaphore);
}

int main(int count, char **words) {
    number = count > 1 ? atoi(words[1]) : 0;
    pthread_t thread;
    pthread_create(&thread, NULL, nothing, NULL);
    pthread_join(thread, NULL);
    struct queue *queue = calloc(1, sizeof *queue);
    pthread_mutex_t local;
    (void)local;
    switch (number) {
    case 1:
        pthread_mutex_init(&mutex, NULL);
        break;
    case 2:
        pthread_cond_init(&condition, NULL);
        break;
    case 3:
        pthread_rwlock_init(&rwlock, NULL);
        break;
    case 4:
        pthread_barrier_init(&barrier, NULL, 2);
        break;
    case 5:
        pthread_spin_init(&spin, 0);
        break;
    case 6:
        sem_init(&semaphore, 0, 0);
        break;
    case 7:
        mtx_init(&plain, mtx_plain);
        break;
    case 8:
        pthread_mutex_init(&queue->mutex, NULL);
        free(queue);
        break;
    case 9:
        pthread_mutex_init(&local, NULL);
        break;
    case 10:
        pthread_mutex_init(&mutex, NULL);
        _exit(0);
        break;
    case 20:
        pthread_mutex_lock(&queue->mutex);
        pthread_mutex_unlock(&queue->mutex);
        break;
    case 21:
        pthread_cond_broadcast(&queue->condition);
        pthread_cond_signal(&queue->condition);
        break;
    case 22:
        pthread_cond_destroy(&queue->condition);
        break;
    case 23:
        pthread_rwlock_rdlock(&queue->rwlock);
        pthread_rwlock_unlock(&queue->rwlock);
        break;
    case 30:
        pthread_mutex_lock(&held);
        pthread_create(&thread, NULL, waits, NULL);
        break;
    case 100: { /* initialised and destroyed, or initialised as static storage is */
        static pthread_mutex_t zeroes, with_initialiser = PTHREAD_MUTEX_INITIALIZER;
        pthread_mutex_lock(&zeroes);
        pthread_mutex_unlock(&zeroes);
        pthread_mutex_lock(&with_initialiser);
        pthread_mutex_unlock(&with_initialiser);
        for (int i = 0; i < 3; i++) {
            pthread_mutex_init(&mutex, NULL);
            pthread_mutex_destroy(&mutex);
            pthread_mutex_init(&queue->mutex, NULL);
            pthread_cond_init(&queue->condition, NULL);
            pthread_mutex_lock(&queue->mutex);
            pthread_cond_signal(&queue->condition);
            pthread_mutex_unlock(&queue->mutex);
            pthread_mutex_destroy(&queue->mutex);
            pthread_cond_destroy(&queue->condition);
        }
        free(queue);
        break;
    }
    case 101: { /* objects outside of static storage that get the value of a static initialiser */
        pthread_mutex_t automatic = PTHREAD_MUTEX_INITIALIZER;
        pthread_mutex_lock(&automatic);
        pthread_mutex_unlock(&automatic);
        *queue = (struct queue){PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER};
        pthread_mutex_lock(&queue->mutex);
        pthread_cond_signal(&queue->condition);
        pthread_mutex_unlock(&queue->mutex);
        pthread_rwlock_rdlock(&queue->rwlock);
        pthread_rwlock_unlock(&queue->rwlock);
        struct queue *copy = malloc(sizeof *copy);
        memset(copy, 0, sizeof *copy);
        pthread_mutex_lock(&copy->mutex);
        pthread_mutex_unlock(&copy->mutex);
        break;
    }
    case 102:
        pthread_mutex_init(&mutex, NULL);
        pthread_cond_init(&condition, NULL);
        pthread_rwlock_init(&rwlock, NULL);
        pthread_barrier_init(&barrier, NULL, 2);
        pthread_spin_init(&spin, 0);
        sem_init(&semaphore, 0, 0);
        break;
    case 103: /* exit ends threads on purpose */
        pthread_mutex_lock(&held);
        pthread_create(&thread, NULL, waits, NULL);
        exit(0);
        break;
    case 104: /* they have all ended */
        pthread_create(&thread, NULL, nothing, NULL);
        pthread_exit(NULL);
        break;
    }
    return 0;
}
