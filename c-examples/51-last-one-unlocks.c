// Whoever is the last to be done with an object frees it, together with the mutex that protects it.
//
// The bug (that of Dryad's channels, in the paper on iterative context bounding): the object is freed while it is locked, and
// the mutex is unlocked when it is no more.
// The fix (-DFIXED): unlock, then free.
//
//   heddle check 51-last-one-unlocks.c
//   heddle check -DFIXED 51-last-one-unlocks.c
//
// heddle: verdict=bug kind=use-after-free cause=use-after-free
// heddle: verdict=clean executions=2 args=-DFIXED
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct channel {
    pthread_mutex_t mutex;
    int users;
};

static void *leave(void *argument) {
    struct channel *channel = argument;
    pthread_mutex_lock(&channel->mutex);
    bool last = --channel->users == 0;
#ifdef FIXED
    pthread_mutex_unlock(&channel->mutex);
    if (last) {
        free(channel);
    }
#else
    if (last) {
        free(channel);
    }
    pthread_mutex_unlock(&channel->mutex);
#endif
    return NULL;
}

int main(void) {
    struct channel *channel = calloc(1, sizeof *channel);
    pthread_mutex_init(&channel->mutex, NULL);
    channel->users = 2;
    pthread_t thread;
    pthread_create(&thread, NULL, leave, channel);
    leave(channel);
    pthread_join(thread, NULL);
    return 0;
}
