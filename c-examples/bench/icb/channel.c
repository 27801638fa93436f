// A shared-memory channel with workers, in the role of the channels of Dryad in Musuvathi and Qadeer (PLDI 2007): the main thread makes a
// channel, workers read and write messages, and closing sends every worker a message to stop. Three mistakes, one at a time:
//   -DBUG=1  closing sends one message too few;
//   -DBUG=2  closing waits until the workers have said that they stop, and not until they have: the channel is freed while one of them
//            goes on to alert the application through it;
//   -DBUG=3  a writer looks whether there is room, and writes in a second step.
//
// heddle: verdict=clean args=--bound preemptions=0
// heddle: verdict=bug kind=deadlock cause=condition args=--bound preemptions=0 -DBUG=1
// heddle: verdict=bug races args=--bound preemptions=0 -DBUG=2 -DWORKERS=2
// heddle: verdict=bug kind=use-after-free cause=use-after-free races args=--bound preemptions=1 -DBUG=2 -DWORKERS=2
// heddle: verdict=clean args=--bound preemptions=0 -DBUG=3
// heddle: verdict=bug kind=assertion cause=assertion args=--bound preemptions=1 -DBUG=3
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

#ifndef WORKERS
#define WORKERS 4
#endif

enum { ROOM = 4, STOP = -1 };

struct channel {
    pthread_mutex_t base;
    pthread_cond_t filled;
    int messages[ROOM];
    int count;
    int alerts;
};

static pthread_mutex_t stopping = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t stopped = PTHREAD_COND_INITIALIZER;
static int stopped_workers;

static struct channel *open_channel(void) {
    struct channel *channel = calloc(1, sizeof *channel);
    pthread_mutex_init(&channel->base, NULL);
    pthread_cond_init(&channel->filled, NULL);
    return channel;
}

static void put(struct channel *channel, int message) {
#if BUG == 3
    pthread_mutex_lock(&channel->base);
    bool has_room = channel->count < ROOM;
    pthread_mutex_unlock(&channel->base);
    pthread_mutex_lock(&channel->base);
    if (has_room) {
        assert(channel->count < ROOM);
        channel->messages[channel->count++] = message;
        pthread_cond_signal(&channel->filled);
    }
    pthread_mutex_unlock(&channel->base);
#else
    pthread_mutex_lock(&channel->base);
    if (channel->count < ROOM) {
        channel->messages[channel->count++] = message;
        pthread_cond_signal(&channel->filled);
    }
    pthread_mutex_unlock(&channel->base);
#endif
}

static int get(struct channel *channel) {
    pthread_mutex_lock(&channel->base);
    while (channel->count == 0) {
        pthread_cond_wait(&channel->filled, &channel->base);
    }
    int message = channel->messages[--channel->count];
    pthread_mutex_unlock(&channel->base);
    return message;
}

static void say_stopped(void) {
    pthread_mutex_lock(&stopping);
    stopped_workers++;
    pthread_cond_signal(&stopped);
    pthread_mutex_unlock(&stopping);
}

static void alert_application(struct channel *channel) {
    pthread_mutex_lock(&channel->base);
    channel->alerts++;
    pthread_mutex_unlock(&channel->base);
}

#if BUG == 3
static void *work(void *channel) {
    put(channel, 7);
    put(channel, 8);
    return NULL;
}
#else
static void *work(void *channel) {
    while (get(channel) != STOP) {
    }
#if BUG == 2
    say_stopped();
    alert_application(channel);
#else
    alert_application(channel);
    say_stopped();
#endif
    return NULL;
}
#endif

static void close_channel(struct channel *channel) {
    int stops = BUG == 1 ? WORKERS - 1 : WORKERS;
    for (int i = 0; i < stops; i++) {
        put(channel, STOP);
    }
    pthread_mutex_lock(&stopping);
    while (stopped_workers < WORKERS) {
        pthread_cond_wait(&stopped, &stopping);
    }
    pthread_mutex_unlock(&stopping);
}

int main(void) {
    pthread_t workers[WORKERS];
    struct channel *channel = open_channel();
    for (int i = 0; i < WORKERS; i++) {
        pthread_create(&workers[i], NULL, work, channel);
    }
    if (BUG != 3) {
        close_channel(channel);
        free(channel);
    }
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(workers[i], NULL);
    }
    if (BUG == 3) {
        put(channel, 9);
        say_stopped();
        alert_application(channel);
        free(channel);
    }
    return 0;
}
