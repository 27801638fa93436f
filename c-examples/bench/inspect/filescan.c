// A program that searches files, in the role of pfscan in Table 2 of Inspect: the main thread puts paths into a queue, two workers take
// them out and count matches. The "files" are texts in memory. As in the paper: the number of matches is counted without the lock; the
// condition variable is never initialised by a call; two mutexes are never destroyed; and main returns without pthread_exit. Heddle
// reports the race. The others are no errors by themselves under Linux: a zeroed condition variable is an initialised one, a mutex in
// static memory need not be destroyed, and main joins its workers.
//
// heddle: verdict=bug races
// heddle: verdict=clean args=-DFIXED
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { WORKERS = 2, FILES = 2, PLACES = 2 };

struct file {
    const char *path;
    const char *text;
};

static const struct file files[FILES] = {
    {"a.txt", "the heddle of a loom"}, {"b.txt", "a heddle"}};

static pthread_mutex_t queue_lock;
static pthread_mutex_t match_lock;
static pthread_cond_t queue_changed;
static const struct file *queue[PLACES];
static size_t first;
static size_t count;
static bool at_end;
static int matches;

static void put(const struct file *file) {
    pthread_mutex_lock(&queue_lock);
    while (count == PLACES) {
        pthread_cond_wait(&queue_changed, &queue_lock);
    }
    queue[(first + count++) % PLACES] = file;
    pthread_cond_broadcast(&queue_changed);
    pthread_mutex_unlock(&queue_lock);
}

static void finish(void) {
    pthread_mutex_lock(&queue_lock);
    at_end = true;
    pthread_cond_broadcast(&queue_changed);
    pthread_mutex_unlock(&queue_lock);
}

static const struct file *take(void) {
    const struct file *file = NULL;
    pthread_mutex_lock(&queue_lock);
    while (count == 0 && !at_end) {
        pthread_cond_wait(&queue_changed, &queue_lock);
    }
    if (count > 0) {
        file = queue[first];
        first = (first + 1) % PLACES;
        count--;
        pthread_cond_broadcast(&queue_changed);
    }
    pthread_mutex_unlock(&queue_lock);
    return file;
}

static int matches_in(const char *text, const char *pattern) {
    int found = 0;
    for (const char *at = strstr(text, pattern); at != NULL; at = strstr(at + 1, pattern)) {
        found++;
    }
    return found;
}

static void add(int found) {
#ifdef FIXED
    pthread_mutex_lock(&match_lock);
    matches += found;
    pthread_mutex_unlock(&match_lock);
#else
    (void)match_lock;
    matches += found;
#endif
}

static void *search(void *unused) {
    for (const struct file *file = take(); file != NULL; file = take()) {
        int found = matches_in(file->text, "heddle");
        if (found > 0) {
            add(found);
        }
    }
    return unused;
}

int main(void) {
    pthread_t workers[WORKERS];
    pthread_mutex_init(&queue_lock, NULL);
    pthread_mutex_init(&match_lock, NULL);
    for (int i = 0; i < WORKERS; i++) {
        pthread_create(&workers[i], NULL, search, NULL);
    }
    for (int i = 0; i < FILES; i++) {
        put(&files[i]);
    }
    finish();
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(workers[i], NULL);
    }
#ifdef FIXED
    assert(matches == 2);
#endif
    return 0;
}
