/* Whom a message that comes into an empty queue is told to (mq_notify). */
#ifndef HEDDLE_QUEUE_NOTICE_H
#define HEDDLE_QUEUE_NOTICE_H

#include <mqueue.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* What is to be told; used == false: nothing. */
struct notice {
    bool used;
    uint64_t queue;
    struct sigevent event;
};

/* While no other call on queues is made: one more thread waits for a message of the queue, or one less. */
void queue_notice_waits(mqd_t queue, int more);

/* The same: a message has been sent if the result is 0. Takes away what is to be told, if anything is. Returns the result. */
int queue_notice_take(mqd_t queue, int result, struct notice *taken);

/* Behind it: tells. Visible operations. */
void queue_notice_tell(const struct notice *notice, uint64_t site);

#endif
