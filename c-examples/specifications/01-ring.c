// A ring of two places for several producers and consumers, after Dmitry Vyukov's bounded queue: each place has a
// number that says whose turn it is there.
//
// The bug (-DEARLY): a producer gives the place its next number before it has written the value there. A consumer that
// comes in between takes what lay there before.
//
// The specification is the sequential queue: what comes first into it leaves it first.
//
//   heddle check 01-ring.c
//   heddle check -DEARLY 01-ring.c
//
// heddle: verdict=clean
// heddle: verdict=bug kind=linearizability cause=no-serial-order args=-DEARLY
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define PLACES 2u

static struct {
    atomic_uint turn;
    atomic_int value;
} places[PLACES] = {{.turn = 0}, {.turn = 1}};
static atomic_uint head, tail;

/* Whether there was room. */
static int put(int value) {
    unsigned at = atomic_load(&tail);
    for (;;) {
        unsigned turn = atomic_load(&places[at % PLACES].turn);
        if (turn == at && atomic_compare_exchange_strong(&tail, &at, at + 1)) {
            break;
        }
        if ((int)(turn - at) < 0) {
            return 0;
        }
        at = atomic_load(&tail);
    }
#ifdef EARLY
    atomic_store(&places[at % PLACES].turn, at + 1);
    atomic_store(&places[at % PLACES].value, value);
#else
    atomic_store(&places[at % PLACES].value, value);
    atomic_store(&places[at % PLACES].turn, at + 1);
#endif
    return 1;
}

/* The value, or 0 if there is none. */
static int take(void) {
    unsigned at = atomic_load(&head);
    for (;;) {
        unsigned turn = atomic_load(&places[at % PLACES].turn);
        if (turn == at + 1 && atomic_compare_exchange_strong(&head, &at, at + 1)) {
            break;
        }
        if ((int)(turn - (at + 1)) < 0) {
            return 0;
        }
        at = atomic_load(&head);
    }
    int value = atomic_load(&places[at % PLACES].value);
    atomic_store(&places[at % PLACES].turn, at + PLACES);
    return value;
}

struct queue {
    unsigned count;
    int values[PLACES];
};

static int allows(void *state, const char *operation, const char *result) {
    struct queue *queue = state;
    int value;
    if (sscanf(operation, "put(%d)", &value) == 1) {
        int fits = queue->count < PLACES;
        if (fits) {
            queue->values[queue->count++] = value;
        }
        return heddle_gives(result, "%d", fits);
    }
    if (queue->count == 0) {
        return heddle_gives(result, "0");
    }
    value = queue->values[0];
    queue->values[0] = queue->values[1];
    queue->values[1] = 0; /* states are compared byte by byte */
    queue->count--;
    return heddle_gives(result, "%d", value);
}

static void *produce(void *unused) {
    HEDDLE_OP(put(1), put(1));
    HEDDLE_OP(put(2), put(2));
    return unused;
}

static void *consume(void *unused) {
    HEDDLE_OP(take, take());
    HEDDLE_OP(take, take());
    return unused;
}

int main(void) {
    heddle_specification(allows, &(struct queue){0}, sizeof(struct queue));
    pthread_t producer, consumer;
    pthread_create(&producer, NULL, produce, NULL);
    pthread_create(&consumer, NULL, consume, NULL);
    pthread_join(producer, NULL);
    pthread_join(consumer, NULL);
    return 0;
}
