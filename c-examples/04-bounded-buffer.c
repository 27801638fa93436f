// A buffer between producers and consumers, as it should be written: a condition variable for each thing that is waited
// for, each wait in a loop, everything under one mutex. It has one place, two producers and one consumer, so that both
// sides have to wait. Clean.
//
// With -DIF a wait is not repeated: a producer that is woken does not look again whether there is room. The other
// producer may have come in between and taken the place; its item is written over, and the assertion fails.
//
//   heddle check 04-bounded-buffer.c
//   heddle check -DIF 04-bounded-buffer.c
//
// heddle: verdict=clean executions=160
// heddle: verdict=bug kind=assertion cause=assertion args=-DIF
#include <assert.h>
#include <pthread.h>

#define PLACES 1
#define PRODUCERS 2

#ifdef IF
#define WAIT_WHILE if
#else
#define WAIT_WHILE while
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int items;

static void *produce(void *unused) {
    pthread_mutex_lock(&mutex);
    WAIT_WHILE (items == PLACES) {
        pthread_cond_wait(&not_full, &mutex);
    }
    items++;
    assert(items <= PLACES);
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *produce_twice(void *unused) {
    produce(unused);
    return produce(unused);
}

static void consume(void) {
    pthread_mutex_lock(&mutex);
    while (items == 0) {
        pthread_cond_wait(&not_empty, &mutex);
    }
    items--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&mutex);
}

int main(void) {
    pthread_t producers[PRODUCERS];
    pthread_create(&producers[0], NULL, produce_twice, NULL);
    pthread_create(&producers[1], NULL, produce, NULL);
    for (int i = 0; i < 3; i++) {
        consume();
    }
    for (int i = 0; i < PRODUCERS; i++) {
        pthread_join(producers[i], NULL);
    }
    return 0;
}
