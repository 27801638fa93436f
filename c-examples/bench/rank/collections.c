// A hash set (-DSET=1) and a tree set (-DSET=2), each with a lock, used by 200 threads that look for a key and insert it in two steps. In
// the role of HashSet and TreeSet in Table 1 of Bindal, Bansal and Lal (ISSTA 2013): c = 1, v = 1, t = 2.
//
// heddle: verdict=bug kind=assertion cause=assertion slow args=--bound threads=2,variables=1,preemptions=1 -DSET=1
// heddle: verdict=bug kind=assertion cause=assertion slow args=--bound threads=2,variables=1,preemptions=1 -DSET=2
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#ifndef SET
#define SET 1
#endif

enum { THREADS = 200, BUCKETS = 16 };

struct node {
    int key;
    struct node *left;
    struct node *right; /* in the hash set: the next one */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *buckets[BUCKETS];
static struct node *root;

#if SET == 1
static struct node **place_of(int key) {
    struct node **place = &buckets[key % BUCKETS];
    while (*place != NULL && (*place)->key != key) {
        place = &(*place)->right;
    }
    return place;
}
#else
static struct node **place_of(int key) {
    struct node **place = &root;
    while (*place != NULL && (*place)->key != key) {
        place = key < (*place)->key ? &(*place)->left : &(*place)->right;
    }
    return place;
}
#endif

static bool contains(int key) {
    pthread_mutex_lock(&lock);
    bool there = *place_of(key) != NULL;
    pthread_mutex_unlock(&lock);
    return there;
}

/* Whether it was not there. */
static bool insert(int key) {
    pthread_mutex_lock(&lock);
    struct node **place = place_of(key);
    bool is_new = *place == NULL;
    if (is_new) {
        *place = calloc(1, sizeof **place);
        (*place)->key = key;
    }
    pthread_mutex_unlock(&lock);
    return is_new;
}

static void *run(void *number) {
    int key = (int)(long)number * 37 % (THREADS / 2);
    if (!contains(key)) {
        assert(insert(key));
    }
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, run, (void *)i);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    (void)root;
    (void)buckets;
    return 0;
}
