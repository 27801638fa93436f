// A table under a read-write lock counts its look-ups, and so its readers write.
//
// heddle: verdict=bug races
// heddle: verdict=bug races args=--bound switches=2
#define _POSIX_C_SOURCE 200809L

#include "../../together.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int table[4];
static int lookups;

static void *look_up(void *unused) {
    pthread_rwlock_rdlock(&lock);
    int value = table[2];
    lookups = lookups + 1 + value;
    pthread_rwlock_unlock(&lock);
    return unused;
}

static void *insert(void *unused) {
    pthread_rwlock_wrlock(&lock);
    table[2] = 0;
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void) {
    TOGETHER(look_up, insert, look_up);
    return 0;
}
