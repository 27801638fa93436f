/* Exploring begins in the middle, and threads say that they get on; on its own both mean nothing. */
#include "conformance.h"

#include <heddle.h>

static int done;

static void *work(void *unused) {
    done++;
    heddle_progress();
    heddle_begin(); /* again, which means nothing either */
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    CALL(pthread_join(thread, NULL));
    heddle_begin();
    pthread_create(&thread, NULL, work, NULL);
    CALL(pthread_join(thread, NULL));
    SHOW(done);
    return 0;
}
