// A ring of three places that does not look whether it is full: who is three ahead overwrites.
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=bug kind=assertion cause=assertion args=--bound switches=2
#include <assert.h>

#include "../../together.h"

enum { PLACES = 3, MESSAGES = 4 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ring[PLACES];
static int written;
static int read;

static void *write_all(void *unused) {
    for (int message = 1; message <= MESSAGES; message++) {
        pthread_mutex_lock(&lock);
        ring[written++ % PLACES] = message;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *read_some(void *unused) {
    for (int message = 1; message <= MESSAGES; message++) {
        pthread_mutex_lock(&lock);
        if (read < written) {
            assert(ring[read % PLACES] == read + 1);
            read++;
        }
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void) {
    TOGETHER(write_all, read_some);
    return 0;
}
