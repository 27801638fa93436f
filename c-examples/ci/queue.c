#include "queue.h"

void queue_init(struct queue *queue) {
    pthread_mutex_init(&queue->mutex, NULL);
    pthread_cond_init(&queue->changed, NULL);
    queue->first = queue->count = 0;
}

void queue_put(struct queue *queue, int number) {
    pthread_mutex_lock(&queue->mutex);
    while (queue->count == QUEUE_ROOM) {
        pthread_cond_wait(&queue->changed, &queue->mutex);
    }
    queue->numbers[(queue->first + queue->count++) % QUEUE_ROOM] = number;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
}

int queue_take(struct queue *queue) {
    pthread_mutex_lock(&queue->mutex);
#ifdef HASTY // the bug: the queue may be empty again by the time that this thread has the mutex
    if (queue->count == 0) {
#else
    while (queue->count == 0) {
#endif
        pthread_cond_wait(&queue->changed, &queue->mutex);
    }
    int number = queue->numbers[queue->first];
    queue->first = (queue->first + 1) % QUEUE_ROOM;
    queue->count--;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
    return number;
}

void queue_destroy(struct queue *queue) {
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->mutex);
}
