// Threads back off from each other as in 09-back-off.c, and each try makes a request on the heap, which it frees before the next one; or
// prints that it begins again.
//
//   (nothing)     malloc and free in each round
//   -DSTRING      strdup of a name, freed before the second lock is tried
//   -DOBJECT      a structure with a pointer in it, and calloc
//   -DPRINTS      a line is printed in each round
// Rounds that leave something behind are no livelock, as the threads may give up, and do:
//   -DLIST        each request is kept in a list; gives up at the 100th
//   -DGROWS       an array that realloc enlarges; gives up when it has room for 100
//   -DCOUNTS      the new request holds one more than the one before, which is freed then; gives up at 100
//
//   heddle check 25-allocating-rounds.c
//
// heddle: verdict=bug kind=livelock cause=cycle args=-i 4000
// heddle: verdict=bug kind=livelock cause=cycle slow args=-DSTRING -i 4000
// heddle: verdict=bug kind=livelock cause=cycle slow args=-DOBJECT -i 4000
// heddle: verdict=bug kind=livelock cause=cycle slow args=-DPRINTS -i 4000
// heddle: verdict=inconclusive args=-DLIST -i 300
// heddle: verdict=inconclusive slow args=-DGROWS -i 300
// heddle: verdict=inconclusive slow args=-DCOUNTS -i 300
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;

struct request {
    struct request *before;
    char *name;
    int number;
};

static int try_both(pthread_mutex_t *first, pthread_mutex_t *second) {
    pthread_mutex_lock(first);
    int error = pthread_mutex_trylock(second);
    if (!error) {
        pthread_mutex_unlock(second);
    }
    pthread_mutex_unlock(first);
    return error;
}

#if defined LIST
static void take(pthread_mutex_t *first, pthread_mutex_t *second) {
    struct request *last = NULL;
    int number = 0;
    do {
        struct request *next = malloc(sizeof *next);
        next->before = last;
        last = next;
        number = 0;
        for (struct request *one = last; one; one = one->before) {
            number++;
        }
    } while (number < 100 && try_both(first, second));
    while (last) {
        struct request *before = last->before;
        free(last);
        last = before;
    }
}
#elif defined GROWS
static void take(pthread_mutex_t *first, pthread_mutex_t *second) {
    char *all = strdup("");
    do {
        size_t length = strlen(all);
        all = realloc(all, length + 2);
        strcpy(all + length, "x");
    } while (strlen(all) < 100 && try_both(first, second));
    free(all);
}
#elif defined COUNTS
static void take(pthread_mutex_t *first, pthread_mutex_t *second) {
    struct request *last = calloc(1, sizeof *last);
    do {
        struct request *next = calloc(1, sizeof *next);
        next->number = last->number + 1;
        free(last);
        last = next;
    } while (last->number < 100 && try_both(first, second));
    free(last);
}
#elif defined PRINTS
static void take(pthread_mutex_t *first, pthread_mutex_t *second) {
    while (try_both(first, second)) {
        puts("again");
    }
}
#elif defined OBJECT
static void take(pthread_mutex_t *first, pthread_mutex_t *second) {
    int error;
    do {
        struct request *request = calloc(1, sizeof *request);
        request->name = malloc(8);
        strcpy(request->name, "both");
        error = try_both(first, second);
        free(request->name);
        free(request);
        sched_yield();
    } while (error);
}
#elif defined STRING
static void take(pthread_mutex_t *first, pthread_mutex_t *second) {
    int error;
    do {
        char *name = strdup("both");
        free(name);
        error = try_both(first, second);
    } while (error);
}
#else
static void take(pthread_mutex_t *first, pthread_mutex_t *second) {
    int error;
    do {
        char *request = malloc(16);
        strcpy(request, "both");
        error = try_both(first, second);
        free(request);
        sched_yield();
    } while (error);
}
#endif

static void *other(void *unused) {
    take(&right, &left);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    take(&left, &right);
    pthread_join(thread, NULL);
    return 0;
}
