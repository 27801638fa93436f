// Threads back off from each other as in 09-back-off.c, but not for ever: each round leaves a trace somewhere, and in the end they give
// up. The loops end, so there is no livelock; what they count in must not be overlooked.
//
//   (nothing)     a variable of the function
//   -DTLS         a variable of the thread
//   -DHEAP        a block of memory
//   -DCLOCK       time passes
//   -DRANDOM      random numbers
//   -DFILE_READ   how far a file has been read
//   -DPERMITS     the value of a semaphore that is never waited for
//   -DSPECIFIC    a value of thread-specific data
//
//   heddle check --strategy random -i 300 11-limits.c
//
// heddle: verdict=inconclusive args=--strategy random -i 300
// heddle: verdict=inconclusive args=-DTLS --strategy random -i 300
// heddle: verdict=inconclusive args=-DHEAP --strategy random -i 300
// heddle: verdict=inconclusive args=-DCLOCK --strategy random -i 300
// heddle: verdict=inconclusive args=-DRANDOM --strategy random -i 300
// heddle: verdict=inconclusive args=-DFILE_READ --strategy random -i 300
// heddle: verdict=inconclusive args=-DPERMITS --strategy random -i 300
// heddle: verdict=inconclusive args=-DSPECIFIC --strategy random -i 300
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 2, ROUNDS = 40 };
static pthread_mutex_t forks[THREADS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

#if defined TLS
static _Thread_local int rounds;
static int is_over(void) { return ++rounds == ROUNDS; }
#elif defined HEAP
static _Thread_local int *rounds;
static int is_over(void) {
    rounds = rounds ? rounds : calloc(1, sizeof *rounds);
    return ++*rounds == ROUNDS;
}
#elif defined CLOCK
static int is_over(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec > 100000;
}
#elif defined RANDOM
static _Thread_local unsigned seed;
static int is_over(void) { return rand_r(&seed) % ROUNDS == 0; }
#elif defined FILE_READ
static int file;
static int is_over(void) {
    char c;
    return lseek(file, 1, SEEK_CUR) > ROUNDS || read(file, &c, 1) == 0;
}
#elif defined PERMITS
static sem_t permits;
static int is_over(void) {
    int value;
    sem_post(&permits);
    return sem_getvalue(&permits, &value) == 0 && value > ROUNDS;
}
#elif defined SPECIFIC
static pthread_key_t key;
static int is_over(void) {
    uintptr_t rounds = (uintptr_t)pthread_getspecific(key) + 1;
    pthread_setspecific(key, (void *)rounds);
    return rounds == ROUNDS;
}
#else
static int is_over(void) { return 0; }
#endif

static void *dine(void *number) {
    int me = *(int *)number;
    for (int rounds = 0; rounds < ROUNDS; rounds++) {
        pthread_mutex_lock(&forks[me]);
        int is_eating = pthread_mutex_trylock(&forks[1 - me]) == 0;
        if (is_eating) {
            pthread_mutex_unlock(&forks[1 - me]);
        }
        pthread_mutex_unlock(&forks[me]);
        if (is_eating || is_over()) {
            break;
        }
#if defined TLS || defined HEAP || defined CLOCK || defined RANDOM || defined FILE_READ || defined PERMITS || defined SPECIFIC
        rounds = 0;
#endif
    }
    return NULL;
}

int main(void) {
    static int numbers[THREADS] = {0, 1};
    pthread_t threads[THREADS];
#ifdef FILE_READ
    file = open("/proc/self/exe", O_RDONLY);
#endif
#ifdef PERMITS
    sem_init(&permits, 0, 0);
#endif
#ifdef SPECIFIC
    pthread_key_create(&key, NULL);
#endif
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, dine, &numbers[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
