// N dining philosophers, all left-handed, so that they may deadlock. -DFIXED: the last one is right-handed.
//
//   heddle check -DN=4 --keep-going dining.c
//
// heddle: verdict=bug kind=deadlock cause=lock-cycle executions=7 args=--keep-going -DN=3
// heddle: verdict=bug kind=deadlock cause=lock-cycle executions=15 args=--keep-going -DN=4
// heddle: verdict=bug kind=deadlock cause=lock-cycle executions=31 args=--keep-going -DN=5
// heddle: verdict=clean executions=6 args=-DFIXED -DN=3
// heddle: verdict=clean executions=14 args=-DFIXED -DN=4
// heddle: verdict=clean executions=30 args=-DFIXED -DN=5
#include <pthread.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t forks[N];
static int numbers[N];

static void *philosopher(void *number) {
    int left = *(int *)number;
    int right = (left + 1) % N;
#ifdef FIXED
    if (left == N - 1) {
        right = left;
        left = 0;
    }
#endif
    pthread_mutex_lock(&forks[left]);
    pthread_mutex_lock(&forks[right]);
    pthread_mutex_unlock(&forks[right]);
    pthread_mutex_unlock(&forks[left]);
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++) {
        pthread_mutex_init(&forks[i], NULL);
    }
    for (int i = 0; i < N; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, philosopher, &numbers[i]);
    }
    for (int i = 0; i < N; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
