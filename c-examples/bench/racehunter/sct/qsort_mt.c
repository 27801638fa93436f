// A parallel sort: halves are sorted by two workers, and the third thread merges when the number of jobs is zero; but a worker takes its
// job off that number before it has done it.
//
// heddle: verdict=bug kind=assertion cause=assertion races
// heddle: verdict=bug races args=--bound switches=2
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../../together.h"

enum { LENGTH = 6, HALF = LENGTH / 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;
static int jobs = 2;
static int next;
static int numbers[LENGTH] = {5, 2, 4, 6, 1, 3};

static int compare(const void *left, const void *right) {
    return *(const int *)left - *(const int *)right;
}

static void *sort_half(void *unused) {
    pthread_mutex_lock(&lock);
    int half = next++;
    if (--jobs == 0) {
        pthread_cond_signal(&done);
    }
    pthread_mutex_unlock(&lock);
    qsort(numbers + half * HALF, HALF, sizeof numbers[0], compare);
    return unused;
}

static void *merge(void *unused) {
    pthread_mutex_lock(&lock);
    while (jobs > 0) {
        pthread_cond_wait(&done, &lock);
    }
    pthread_mutex_unlock(&lock);
    int merged[LENGTH];
    int left = 0;
    int right = HALF;
    for (int i = 0; i < LENGTH; i++) {
        int is_left = right == LENGTH || (left < HALF && numbers[left] < numbers[right]);
        merged[i] = is_left ? numbers[left++] : numbers[right++];
    }
    for (int i = 1; i < LENGTH; i++) {
        assert(merged[i - 1] < merged[i]);
    }
    return unused;
}

int main(void) {
    TOGETHER(sort_half, sort_half, merge);
    return 0;
}
