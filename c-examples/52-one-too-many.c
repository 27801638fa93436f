// Two threads append to a list that has room for three numbers.
//
// The bug: the room is looked at under the mutex, and used under the mutex, but the mutex is let go between. Then the fourth
// number is written behind the block.
// The fix (-DFIXED): hold the mutex throughout.
//
//   heddle check 52-one-too-many.c
//   heddle check -DFIXED 52-one-too-many.c
//
// heddle: verdict=bug kind=heap-overflow cause=heap-overflow
// heddle: verdict=clean executions=2 args=-DFIXED
#include <pthread.h>
#include <stdlib.h>

enum { ROOM = 3 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *numbers, count = 2;

static void *append(void *unused) {
    (void)unused;
    pthread_mutex_lock(&mutex);
    int has_room = count < ROOM;
#ifndef FIXED
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
#endif
    if (has_room) {
        numbers[count++] = 1;
    }
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void) {
    numbers = malloc(ROOM * sizeof *numbers);
    pthread_t thread;
    pthread_create(&thread, NULL, append, NULL);
    append(NULL);
    pthread_join(thread, NULL);
    free(numbers);
    return 0;
}
