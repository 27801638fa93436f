// Two threads wait for each other for ever while a third one goes on: it beats, under a lock of its own. The execution never stops, so
// nothing looks stuck from outside but the work. Such a cycle is a deadlock whatever other threads do.
// The fix (-DFIXED): one order of locks; what is left then is the heartbeat, whose first operations are proved.
//
//   heddle check 02-heartbeat.c
//   heddle check -DFIXED 02-heartbeat.c
//
// heddle: verdict=bug kind=deadlock cause=lock-cycle
// heddle: verdict=inconclusive args=-DFIXED -i 20
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t from = PTHREAD_MUTEX_INITIALIZER, to = PTHREAD_MUTEX_INITIALIZER, pulse = PTHREAD_MUTEX_INITIALIZER;
static int moved;
static unsigned beats;

static void *beat(void *unused) {
    for (;;) {
        pthread_mutex_lock(&pulse);
        beats++;
        pthread_mutex_unlock(&pulse);
    }
    return unused;
}

static void move(pthread_mutex_t *one, pthread_mutex_t *other) {
    pthread_mutex_lock(one);
    pthread_mutex_lock(other);
    moved++;
    pthread_mutex_unlock(other);
    pthread_mutex_unlock(one);
}

static void *mover(void *unused) {
    move(&from, &to);
    return unused;
}

int main(void) {
    pthread_t heart, helper;
    pthread_create(&heart, NULL, beat, NULL);
    pthread_create(&helper, NULL, mover, NULL);
#ifdef FIXED
    move(&from, &to);
#else
    move(&to, &from);
#endif
    pthread_join(helper, NULL);
    pthread_join(heart, NULL);
    return 0;
}
