// The condition is signalled, and what it stands for is written afterwards.
//
// heddle: verdict=bug races
// heddle: verdict=bug races args=--bound switches=2
#include <stdbool.h>

#include "../../together.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_there = PTHREAD_COND_INITIALIZER;
static bool there;
static int message;

static void *send(void *unused) {
    pthread_mutex_lock(&lock);
    there = true;
    pthread_cond_signal(&is_there);
    pthread_mutex_unlock(&lock);
    message = 42;
    return unused;
}

static void *receive(void *unused) {
    pthread_mutex_lock(&lock);
    while (!there) {
        pthread_cond_wait(&is_there, &lock);
    }
    pthread_mutex_unlock(&lock);
    return message > 0 ? &message : unused;
}

int main(void) {
    TOGETHER(send, receive);
    return 0;
}
