// A semaphore guards a total, but lets two in.
// The fix (-DFIXED): one.
//
//   heddle check races/02-semaphore.c
//   heddle check -DFIXED races/02-semaphore.c
//
// heddle: verdict=bug kind=data-race cause=write-write
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <semaphore.h>

#ifdef FIXED
#define PERMITS 1
#else
#define PERMITS 2
#endif

static sem_t permits;
static int total;

static void *set(void *number) {
    sem_wait(&permits);
    total = *(const int *)number;
    sem_post(&permits);
    return NULL;
}

int main(void) {
    static const int one = 1, two = 2;
    pthread_t threads[2];
    sem_init(&permits, 0, PERMITS);
    pthread_create(&threads[0], NULL, set, (void *)&one);
    pthread_create(&threads[1], NULL, set, (void *)&two);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
