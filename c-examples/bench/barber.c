// A barber sleeps until a customer wakes him; customers wait for a place in the waiting room, then for the chair. All by semaphores; with
// N=4 customers and CHAIRS=2 it stands for the barber shop that McMini and SimGrid check with the arguments 4 2 0 0.
//
// The customers do the same: with --coarser=thread which of them is which makes no difference.
//
//   heddle check --bound none barber.c
//   heddle check --bound none --coarser=thread barber.c
//
// heddle: verdict=clean executions=648 args=--bound none
// heddle: verdict=clean executions=27 args=--bound none --coarser=thread
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 4
#endif
#ifndef CHAIRS
#define CHAIRS 2
#endif

static sem_t room, chair, pillow, belt;
static bool done;

static void *customer(void *unused) {
    sem_wait(&room);
    sem_wait(&chair);
    sem_post(&room);
    sem_post(&pillow);
    sem_wait(&belt);
    sem_post(&chair);
    return unused;
}

static void *barber(void *unused) {
    for (;;) {
        sem_wait(&pillow);
        if (done) {
            return unused;
        }
        sem_post(&belt);
    }
}

int main(void) {
    sem_init(&room, 0, CHAIRS);
    sem_init(&chair, 0, 1);
    sem_init(&pillow, 0, 0);
    sem_init(&belt, 0, 0);
    pthread_t threads[N], shop;
    pthread_create(&shop, NULL, barber, NULL);
    for (int i = 0; i < N; i++) {
        pthread_create(&threads[i], NULL, customer, NULL);
    }
    for (int i = 0; i < N; i++) {
        pthread_join(threads[i], NULL);
    }
    done = true;
    sem_post(&pillow);
    pthread_join(shop, NULL);
    return 0;
}
