// A bounded queue of numbers for several threads.
#ifndef QUEUE_H
#define QUEUE_H

#include <pthread.h>

#define QUEUE_ROOM 2

struct queue {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    int numbers[QUEUE_ROOM];
    unsigned first, count;
};

void queue_init(struct queue *queue);
void queue_put(struct queue *queue, int number); // waits while it is full
int queue_take(struct queue *queue);             // waits while it is empty
void queue_destroy(struct queue *queue);

#endif
