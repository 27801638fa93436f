// pbzip2 0.9.4: main frees the queue of blocks while a consumer still uses its mutex.
//
// The bug: main waits until every block is written, and not until the consumers have gone. A consumer comes back to the queue to see that
// there are no more blocks; main may have freed it meanwhile.
// The fix (-DFIXED): join the consumers before the queue is freed.
//
//   heddle check --keep-going 02-pbzip2-queue-freed.c
//   heddle check -DFIXED 02-pbzip2-queue-freed.c
//
// heddle: verdict=bug kind=use-after-free cause=use-after-free races=1 others=3 args=--keep-going
// heddle: verdict=clean args=-DFIXED
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct queue {
    pthread_mutex_t mutex;
    int blocks;
};

static pthread_mutex_t output = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t written = PTHREAD_COND_INITIALIZER;
static int blocks_left = 1;

static bool take(struct queue *fifo) {
    pthread_mutex_lock(&fifo->mutex);
    bool taken = fifo->blocks > 0;
    fifo->blocks -= taken;
    pthread_mutex_unlock(&fifo->mutex);
    return taken;
}

static void *consume(void *argument) {
    struct queue *fifo = argument;
    while (take(fifo)) {
        pthread_mutex_lock(&output);
        blocks_left--;
        pthread_cond_signal(&written);
        pthread_mutex_unlock(&output);
    }
    return NULL;
}

int main(void) {
    struct queue *fifo = malloc(sizeof *fifo);
    pthread_t consumer;
    pthread_mutex_init(&fifo->mutex, NULL);
    fifo->blocks = blocks_left;
    pthread_create(&consumer, NULL, consume, fifo);
    pthread_mutex_lock(&output);
    while (blocks_left > 0) {
        pthread_cond_wait(&written, &output);
    }
    pthread_mutex_unlock(&output);
#ifdef FIXED
    pthread_join(consumer, NULL);
#endif
    free(fifo);
#ifndef FIXED
    pthread_join(consumer, NULL);
#endif
    return 0;
}
