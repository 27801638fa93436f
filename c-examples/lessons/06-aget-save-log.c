// aget 0.4: an interrupted download saves a log that does not fit the file.
//
// The bug: downloading threads add to bwritten under a lock; save_log reads it without one, and before the threads have stopped. The log
// says less than has been written, or the sum of the parts differs from the total.
// The fix (-DFIXED): stop the threads first, then save.
//
//   heddle check --keep-going 06-aget-save-log.c
//   heddle check -DFIXED 06-aget-save-log.c
//
// heddle: verdict=bug kind=assertion cause=assertion races=2 args=--keep-going
// heddle: verdict=clean args=-DFIXED
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t bwritten_mutex = PTHREAD_MUTEX_INITIALIZER;
static int bwritten;
static int offsets[2];

static void *http_get(void *argument) {
    int *offset = argument;
    *offset += 10;
    pthread_mutex_lock(&bwritten_mutex);
    bwritten += 10;
    pthread_mutex_unlock(&bwritten_mutex);
    return NULL;
}

static void save_log(void) { assert(bwritten == offsets[0] + offsets[1]); }

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, http_get, &offsets[i]);
    }
#ifndef FIXED
    save_log(); /* SIGINT came */
#endif
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
#ifdef FIXED
    save_log();
#endif
    return 0;
}
