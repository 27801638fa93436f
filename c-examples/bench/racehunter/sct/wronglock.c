// One thread holds the lock of the data, N others hold another one.
//
// heddle: verdict=bug kind=assertion cause=assertion races args=-DN=1
// heddle: verdict=bug kind=assertion cause=assertion races args=-DN=3
// heddle: verdict=bug kind=assertion cause=assertion races args=--bound switches=2 -DN=1
// heddle: verdict=bug kind=assertion cause=assertion races args=--bound switches=2 -DN=3
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 1
#endif

static pthread_mutex_t right_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t wrong_lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *with_right_lock(void *unused) {
    pthread_mutex_lock(&right_lock);
    int seen = data;
    data++;
    assert(data == seen + 1);
    pthread_mutex_unlock(&right_lock);
    return unused;
}

static void *with_wrong_lock(void *unused) {
    pthread_mutex_lock(&wrong_lock);
    data++;
    pthread_mutex_unlock(&wrong_lock);
    return unused;
}

int main(void) {
    pthread_t threads[N + 1];
    for (int i = 0; i <= N; i++) {
        pthread_create(&threads[i], NULL, i == 0 ? with_right_lock : with_wrong_lock, NULL);
    }
    for (int i = 0; i <= N; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
