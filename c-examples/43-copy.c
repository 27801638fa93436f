// A thread takes a copy of a record while another one may be changing a part of it.
//
// The bug: copying is reading every byte of it. The copy may be half old and half new.
// The fix (-DFIXED): the same mutex for both.
//
//   heddle check 43-copy.c
//   heddle check -DFIXED 43-copy.c
//
// heddle: verdict=bug kind=assertion cause=assertion races
// heddle: verdict=clean args=-DFIXED
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct record {
    int lines, words;
    char title[24];
};

static struct record record = {0, 0, "nothing"};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void lock(void) {
#ifdef FIXED
    pthread_mutex_lock(&mutex);
#endif
}

static void unlock(void) {
#ifdef FIXED
    pthread_mutex_unlock(&mutex);
#endif
}

static void *add(void *unused) {
    (void)unused;
    lock();
    record.lines++;
    record.words += 7;
    unlock();
    return NULL;
}

int main(void) {
    (void)mutex;
    pthread_t thread;
    struct record copy;
    pthread_create(&thread, NULL, add, NULL);
    lock();
    memcpy(&copy, &record, sizeof copy);
    unlock();
    assert(copy.words == 7 * copy.lines);
    pthread_join(thread, NULL);
    return 0;
}
