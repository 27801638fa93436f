// Two groups exclude each other by a lock that the first of a group takes. The second one does not wait until the first has got it.
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=bug kind=assertion cause=assertion args=--bound switches=2
#include <assert.h>
#include <stdatomic.h>

#include "../../together.h"

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t exclusive = PTHREAD_MUTEX_INITIALIZER;
static int members;
static atomic_int inside[2];

static void work(int group) {
    atomic_fetch_add(&inside[group], 1);
    assert(inside[1 - group] == 0);
    atomic_fetch_sub(&inside[group], 1);
}

static void *member(void *unused) {
    pthread_mutex_lock(&counting);
    int before = members++;
    pthread_mutex_unlock(&counting);
    if (before == 0) {
        pthread_mutex_lock(&exclusive);
    }
    work(0);
    if (before == 0) {
        pthread_mutex_unlock(&exclusive);
    }
    return unused;
}

static void *other(void *unused) {
    pthread_mutex_lock(&exclusive);
    work(1);
    pthread_mutex_unlock(&exclusive);
    return unused;
}

int main(void) {
    TOGETHER(member, member, other);
    return 0;
}
