// One thread hands items to another through a ring of two places, which two semaphores count.
//
// No bug. Which of the two threads is ahead makes no difference: each wait takes what the other thread has posted in turn, so that
// a post that comes after makes no class of its own, unless --coarser=none asks for it. See docs/search.md. With -DEARLY the producer posts
// an item before it has written it, which shows as a data race although its next post orders the two in many executions.
//
//   heddle check 26-ring.c
//   heddle check --coarser=none 26-ring.c
//   heddle check -DEARLY 26-ring.c
//
// heddle: verdict=clean executions=1
// heddle: verdict=clean executions=27 args=--coarser=none
// heddle: verdict=clean executions=27 args=--reduction=optimal
// heddle: verdict=bug kind=data-race cause=read-write args=-DEARLY
// heddle: verdict=bug kind=data-race cause=read-write args=-DEARLY --coarser=none
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

enum { ITEMS = 4, PLACES = 2 };

static int ring[PLACES];
static sem_t room, items;

static void *produce(void *unused) {
    (void)unused;
    for (int item = 0; item < ITEMS; item++) {
        sem_wait(&room);
#ifdef EARLY
        sem_post(&items);
#endif
        ring[item % PLACES] = item;
#ifndef EARLY
        sem_post(&items);
#endif
    }
    return NULL;
}

int main(void) {
    pthread_t producer;
    sem_init(&room, 0, PLACES);
    sem_init(&items, 0, 0);
    pthread_create(&producer, NULL, produce, NULL);
    for (int item = 0; item < ITEMS; item++) {
        sem_wait(&items);
        int taken = ring[item % PLACES];
#ifndef EARLY
        assert(taken == item);
#endif
        (void)taken;
        sem_post(&room);
    }
    pthread_join(producer, NULL);
    sem_destroy(&items);
    sem_destroy(&room);
    return 0;
}
