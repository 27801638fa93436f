// Two locks in opposite orders. RaceHunter leaves its test with a deadlock out of the count, and so does the table.
//
// heddle: verdict=bug kind=deadlock cause=lock-cycle
// heddle: verdict=bug kind=deadlock cause=lock-cycle args=--bound switches=2
#include "../../together.h"

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
static int counter = 1;

static void *forwards(void *unused) {
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    counter++;
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    return unused;
}

static void *backwards(void *unused) {
    pthread_mutex_lock(&second);
    pthread_mutex_lock(&first);
    counter--;
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
    return unused;
}

int main(void) {
    TOGETHER(forwards, backwards);
    return 0;
}
