// N-1 threads write two variables one after the other; one thread sees them in between.
//
// heddle: verdict=bug kind=assertion cause=assertion races args=-DN=3
// heddle: verdict=bug kind=assertion cause=assertion races args=-DN=4
// heddle: verdict=bug kind=assertion cause=assertion races args=-DN=5
// heddle: verdict=bug kind=assertion cause=assertion races args=-DN=10
// heddle: verdict=bug kind=assertion cause=assertion races slow args=-DN=20
// heddle: verdict=bug kind=assertion cause=assertion races args=--bound switches=2 -DN=3
// heddle: verdict=bug kind=assertion cause=assertion races args=--bound switches=2 -DN=4
// heddle: verdict=bug kind=assertion cause=assertion races args=--bound switches=2 -DN=5
// heddle: verdict=bug kind=assertion cause=assertion races args=--bound switches=2 -DN=10
// heddle: verdict=bug kind=assertion cause=assertion races slow args=--bound switches=2 -DN=20
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static int first;
static int second;

static void *set(void *unused) {
    first = 1;
    second = -1;
    return unused;
}

static void *check(void *unused) {
    int one = first;
    int other = second;
    assert((one == 0 && other == 0) || (one == 1 && other == -1));
    return unused;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++) {
        pthread_create(&threads[i], NULL, i < N - 1 ? set : check, NULL);
    }
    for (int i = 0; i < N; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
