// N-1 threads write a number and in a second stage one made of it; one thread looks between the stages.
//
// heddle: verdict=bug kind=assertion cause=assertion args=-DN=2
// heddle: verdict=bug kind=assertion cause=assertion args=-DN=20
// heddle: verdict=bug kind=assertion cause=assertion args=--bound switches=2 -DN=2
// heddle: verdict=bug kind=assertion cause=assertion slow args=--bound switches=2 -DN=20
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second_lock = PTHREAD_MUTEX_INITIALIZER;
static int first;
static int second;

static void *stages(void *unused) {
    pthread_mutex_lock(&first_lock);
    first = 1;
    pthread_mutex_unlock(&first_lock);
    pthread_mutex_lock(&second_lock);
    second = 2;
    pthread_mutex_unlock(&second_lock);
    return unused;
}

static void *look(void *unused) {
    pthread_mutex_lock(&first_lock);
    int one = first;
    pthread_mutex_unlock(&first_lock);
    pthread_mutex_lock(&second_lock);
    int other = second;
    pthread_mutex_unlock(&second_lock);
    assert(one == 0 || other == one + 1);
    return unused;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++) {
        pthread_create(&threads[i], NULL, i < N - 1 ? stages : look, NULL);
    }
    for (int i = 0; i < N; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
