// Two threads need two locks, in opposite orders, and none of them deadlocks: the second lock is only tried. Who does not
// get it gives the first one back and goes without. Clean.
//
//   heddle check 19-back-off.c
//
// heddle: verdict=clean executions=7
#include <pthread.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int done[2];

static void *work(void *argument) {
    int me = *(int *)argument;
    pthread_mutex_lock(&locks[me]);
    if (pthread_mutex_trylock(&locks[1 - me]) == 0) {
        done[me] = 1;
        pthread_mutex_unlock(&locks[1 - me]);
    }
    pthread_mutex_unlock(&locks[me]);
    return NULL;
}

int main(void) {
    static int numbers[2] = {0, 1};
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, work, &numbers[0]);
    pthread_create(&threads[1], NULL, work, &numbers[1]);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
