// Two threads take what a third one has put.
#include "queue.h"

#include <assert.h>

static struct queue queue;
static int taken[2];

static void *take(void *place) {
    *(int *)place = queue_take(&queue);
    return NULL;
}

int main(void) {
    pthread_t takers[2];
    queue_init(&queue);
    for (int i = 0; i < 2; i++) {
        pthread_create(&takers[i], NULL, take, &taken[i]);
    }
    queue_put(&queue, 1);
    queue_put(&queue, 2);
    for (int i = 0; i < 2; i++) {
        pthread_join(takers[i], NULL);
    }
    assert(taken[0] + taken[1] == 3);
    queue_destroy(&queue);
    return 0;
}
