// Philosophers who look whether a fork lies there and take it a moment later.
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=clean args=--bound switches=2
#include <assert.h>
#include <stdbool.h>

#include "../../together.h"

enum { PHILOSOPHERS = 3 };

static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static int holders[PHILOSOPHERS];

static bool is_free(int fork) {
    pthread_mutex_lock(&table);
    bool yes = holders[fork] == 0;
    pthread_mutex_unlock(&table);
    return yes;
}

static void change(int fork, int by) {
    pthread_mutex_lock(&table);
    holders[fork] += by;
    assert(holders[fork] <= 1);
    pthread_mutex_unlock(&table);
}

static void dine(int own) {
    int left = own;
    int right = (own + 1) % PHILOSOPHERS;
    if (is_free(left) && is_free(right)) {
        change(left, 1);
        change(right, 1);
        change(right, -1);
        change(left, -1);
    }
}

static void *socrates(void *unused) {
    dine(0);
    return unused;
}

static void *plato(void *unused) {
    dine(1);
    return unused;
}

static void *aristotle(void *unused) {
    dine(2);
    return unused;
}

int main(void) {
    TOGETHER(socrates, plato, aristotle);
    return 0;
}
