// A record is published under a lock and filled in afterwards.
//
// heddle: verdict=bug races
// heddle: verdict=bug races args=--bound switches=2
#include <stdlib.h>

#include "../../together.h"

struct record {
    int key;
    int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct record *published;

static void *publish(void *unused) {
    struct record *record = calloc(1, sizeof *record);
    record->key = 1;
    pthread_mutex_lock(&lock);
    published = record;
    pthread_mutex_unlock(&lock);
    record->value = 7;
    return unused;
}

static void *use(void *unused) {
    pthread_mutex_lock(&lock);
    struct record *record = published;
    pthread_mutex_unlock(&lock);
    if (record != NULL) {
        record->value += record->key;
    }
    return unused;
}

int main(void) {
    TOGETHER(publish, use);
    free(published);
    return 0;
}
