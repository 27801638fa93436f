// A program that searches files, in the role of pfscan in Table 2 of Inspect: the main thread puts paths into a queue, two workers take
// them out and count matches. The "files" are texts in memory. As in the paper: the number of matches is counted without the lock (a data
// race); a condition variable is used that was never initialised; two mutexes are never destroyed; and main returns when the workers
// have said that they are done, without pthread_exit, so that it may end them before they are. All but the race work under Linux, and
// are told with --pedantic.
//
// heddle: verdict=bug races
// heddle: verdict=bug races others=4 args=--pedantic
// heddle: verdict=clean args=--pedantic -DFIXED
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { WORKERS = 2, FILES = 2 };

struct file {
    const char *path;
    const char *text;
};

static const struct file files[FILES] = {{"a.txt", "the heddle of a loom"}, {"b.txt", "a heddle"}};

struct scan {
    pthread_mutex_t lock;
    pthread_mutex_t match_lock;
    pthread_cond_t done;
    const struct file *queue[FILES];
    size_t count;
    int working;
    int matches;
};

static struct scan *new_scan(void) {
    struct scan *scan = calloc(1, sizeof *scan);
    pthread_mutex_init(&scan->lock, NULL);
    pthread_mutex_init(&scan->match_lock, NULL);
#ifdef FIXED
    pthread_cond_init(&scan->done, NULL);
#endif
    scan->working = WORKERS;
    return scan;
}

static void put(struct scan *scan, const struct file *file) {
    pthread_mutex_lock(&scan->lock);
    scan->queue[scan->count++] = file;
    pthread_mutex_unlock(&scan->lock);
}

static const struct file *take(struct scan *scan) {
    pthread_mutex_lock(&scan->lock);
    const struct file *file = scan->count > 0 ? scan->queue[--scan->count] : NULL;
    pthread_mutex_unlock(&scan->lock);
    return file;
}

static void finish(struct scan *scan) {
    pthread_mutex_lock(&scan->lock);
    while (scan->working > 0) {
        pthread_cond_wait(&scan->done, &scan->lock);
    }
    pthread_mutex_unlock(&scan->lock);
}

static int matches_in(const char *text, const char *pattern) {
    int found = 0;
    for (const char *at = strstr(text, pattern); at != NULL; at = strstr(at + 1, pattern)) {
        found++;
    }
    return found;
}

static void add(struct scan *scan, int found) {
#ifdef FIXED
    pthread_mutex_lock(&scan->match_lock);
    scan->matches += found;
    pthread_mutex_unlock(&scan->match_lock);
#else
    scan->matches += found;
#endif
}

static void *search(void *of) {
    struct scan *scan = of;
    const struct file *file;
    while ((file = take(scan)) != NULL) {
        int found = matches_in(file->text, "heddle");
        if (found > 0) {
            add(scan, found);
        }
    }
    pthread_mutex_lock(&scan->lock);
    if (--scan->working == 0) {
        pthread_cond_signal(&scan->done);
    }
    pthread_mutex_unlock(&scan->lock);
    return NULL;
}

int main(void) {
    pthread_t workers[WORKERS];
    struct scan *scan = new_scan();
    for (int i = 0; i < FILES; i++) {
        put(scan, &files[i]);
    }
    for (int i = 0; i < WORKERS; i++) {
        pthread_create(&workers[i], NULL, search, scan);
    }
    finish(scan);
#ifdef FIXED
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(workers[i], NULL);
    }
    assert(scan->matches == 2);
    pthread_cond_destroy(&scan->done);
    pthread_mutex_destroy(&scan->match_lock);
    pthread_mutex_destroy(&scan->lock);
    free(scan);
#endif
    return 0;
}
