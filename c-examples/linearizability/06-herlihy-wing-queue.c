// The queue of Herlihy and Wing ("Linearizability", TOPLAS 1990, section 4.1). It is linearizable, although no step of
// enq() can be told to be the one at which it takes effect: that depends on what others do later.
//
// The bugs: with -DSAME_PLACE, enq() takes its place by a load and a store, so two values may get the same one, and one
// is lost. With -DLOOK_AND_TAKE, deq() looks at a place and empties it by two accesses: what comes in between is lost.
//
//   heddle check 06-herlihy-wing-queue.c
//   heddle check -DSAME_PLACE 06-herlihy-wing-queue.c
//   heddle check -DLOOK_AND_TAKE 06-herlihy-wing-queue.c
//
// heddle: verdict=clean
// heddle: verdict=bug kind=linearizability cause=no-serial-order args=-DSAME_PLACE
// heddle: verdict=bug kind=linearizability cause=no-serial-order args=-DLOOK_AND_TAKE
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int back, items[8];

static void enq(int value) {
#ifdef SAME_PLACE
    int place = atomic_load(&back);
    atomic_store(&back, place + 1);
#else
    int place = atomic_fetch_add(&back, 1);
#endif
    atomic_store(&items[place], value);
}

static int take(atomic_int *item) {
#ifdef LOOK_AND_TAKE
    int value = atomic_load(item);
    atomic_store(item, 0);
    return value;
#else
    return atomic_exchange(item, 0);
#endif
}

// What there is at the first place that is not empty, or 0.
static int try_deq(void) {
    int end = atomic_load(&back);
    for (int place = 0; place < end; place++) {
        int value = take(&items[place]);
        if (value) {
            return value;
        }
    }
    return 0;
}

static int deq(void) {
    int value;
    while (!(value = try_deq())) {
    }
    return value;
}

static void *producer(void *value) {
    heddle_operation_begin("enq(%d)", (int)(intptr_t)value);
    enq((int)(intptr_t)value);
    heddle_operation_end("done");
    return NULL;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, NULL, producer, (void *)1);
    pthread_create(&other, NULL, producer, (void *)2);
    HEDDLE_OP(deq, deq());
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    HEDDLE_OP(rest, try_deq());
    return 0;
}
