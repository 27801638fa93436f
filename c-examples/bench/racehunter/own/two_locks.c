// Each thread holds a lock, but not the same.
//
// heddle: verdict=bug races
// heddle: verdict=bug races args=--bound switches=2
#include "../../together.h"

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;
static int number;

static void *add_under_left(void *unused) {
    pthread_mutex_lock(&left);
    number++;
    pthread_mutex_unlock(&left);
    return unused;
}

static void *add_under_right(void *unused) {
    pthread_mutex_lock(&right);
    number++;
    pthread_mutex_unlock(&right);
    return unused;
}

int main(void) {
    TOGETHER(add_under_left, add_under_right);
    return 0;
}
