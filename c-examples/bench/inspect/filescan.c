// A program that searches files, in the role of pfscan in Table 2 of Inspect: the main thread goes through a tree of folders and puts the
// paths that fit a pattern into a bounded queue, two workers take them out, search their texts block by block, and count and list the
// matches. The "file system" is a table in memory. As in the paper: the number of matches is counted without the lock (a data race); a
// condition variable is used that was never initialised; two mutexes are never destroyed; and main returns when the workers have said
// that they are done, without pthread_exit, so that it may end them before they are. All but the race work under Linux, and are told with
// --pedantic.
//
// heddle: verdict=bug races
// heddle: verdict=bug races others=4 args=--pedantic
// heddle: verdict=clean args=--pedantic -DFIXED
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORKERS = 2, QUEUE = 2, BLOCK = 8, LONGEST_PATTERN = 16, LONGEST_PATH = 64, MOST_MATCHES = 8 };

/* ---- the file system ---- */

struct node {
    const char *name;
    const char *text; /* NULL: a folder */
    const struct node *children;
    size_t count;
};

static const struct node sources[] = {
    {.name = "loom.txt", .text = "the heddle of a loom"},
    {.name = "loom.bin", .text = "heddle heddle"},
};

static const struct node notes[] = {
    {.name = "weft.txt", .text = "a heddle"},
};

static const struct node top[] = {
    {.name = "src", .children = sources, .count = sizeof sources / sizeof *sources},
    {.name = "notes", .children = notes, .count = sizeof notes / sizeof *notes},
};

static const struct node root = {.name = ".", .children = top, .count = sizeof top / sizeof *top};

/* A file that is read block by block. */
struct reader {
    const char *text;
    size_t left;
};

static struct reader open_file(const struct node *file) { return (struct reader){file->text, strlen(file->text)}; }

static size_t read_block(struct reader *reader, char *block, size_t size) {
    size_t length = reader->left < size ? reader->left : size;
    memcpy(block, reader->text, length);
    reader->text += length;
    reader->left -= length;
    return length;
}

/* ---- patterns ---- */

/* Whether a name fits a pattern in which * stands for anything and ? for any one character. */
static bool fits(const char *pattern, const char *name) {
    if (*pattern == '*') {
        return fits(pattern + 1, name) || (*name != '\0' && fits(pattern, name + 1));
    }
    if (*pattern == '\0' || *name == '\0') {
        return *pattern == *name;
    }
    return (*pattern == '?' || *pattern == *name) && fits(pattern + 1, name + 1);
}

/* What is searched for, prepared for a search that never goes back (Knuth, Morris, Pratt). */
struct pattern {
    const char *text;
    size_t length;
    size_t fallback[LONGEST_PATTERN];
};

static bool prepare(struct pattern *pattern, const char *text) {
    pattern->text = text;
    pattern->length = strlen(text);
    if (pattern->length == 0 || pattern->length > LONGEST_PATTERN) {
        return false;
    }
    pattern->fallback[0] = 0;
    size_t matched = 0;
    for (size_t i = 1; i < pattern->length; i++) {
        while (matched > 0 && text[i] != text[matched]) {
            matched = pattern->fallback[matched - 1];
        }
        matched += text[i] == text[matched];
        pattern->fallback[i] = matched;
    }
    return true;
}

/* How far a match has come at the end of a block, so that none is missed across two blocks. */
struct search {
    const struct pattern *pattern;
    size_t matched;
    size_t position;
};

/* Whether a match ends with the next character. */
static bool step(struct search *search, char next) {
    const struct pattern *pattern = search->pattern;
    while (search->matched > 0 && next != pattern->text[search->matched]) {
        search->matched = pattern->fallback[search->matched - 1];
    }
    search->matched += next == pattern->text[search->matched];
    search->position++;
    if (search->matched < pattern->length) {
        return false;
    }
    search->matched = pattern->fallback[search->matched - 1];
    return true;
}

/* ---- the scan ---- */

struct job {
    char path[LONGEST_PATH];
    const struct node *file;
};

struct match {
    char path[LONGEST_PATH];
    size_t position;
};

struct scan {
    pthread_mutex_t lock; /* of the queue and of who is working */
    pthread_mutex_t match_lock;
    pthread_cond_t done;
    struct pattern pattern;
    const char *names;
    struct job queue[QUEUE];
    size_t first;
    size_t count;
    int working;
    size_t matches;
    struct match found[MOST_MATCHES];
};

static struct scan *new_scan(const char *names, const char *pattern) {
    struct scan *scan = calloc(1, sizeof *scan);
    if (scan == NULL || !prepare(&scan->pattern, pattern)) {
        free(scan);
        return NULL;
    }
    pthread_mutex_init(&scan->lock, NULL);
    pthread_mutex_init(&scan->match_lock, NULL);
#ifdef FIXED
    pthread_cond_init(&scan->done, NULL);
#endif
    scan->names = names;
    scan->working = WORKERS;
    return scan;
}

/* False where the queue is full. */
static bool put(struct scan *scan, const char *path, const struct node *file) {
    pthread_mutex_lock(&scan->lock);
    bool fits_in = scan->count < QUEUE;
    if (fits_in) {
        struct job *job = &scan->queue[(scan->first + scan->count++) % QUEUE];
        snprintf(job->path, sizeof job->path, "%s", path);
        job->file = file;
    }
    pthread_mutex_unlock(&scan->lock);
    return fits_in;
}

static bool take(struct scan *scan, struct job *job) {
    pthread_mutex_lock(&scan->lock);
    bool there = scan->count > 0;
    if (there) {
        *job = scan->queue[scan->first];
        scan->first = (scan->first + 1) % QUEUE;
        scan->count--;
    }
    pthread_mutex_unlock(&scan->lock);
    return there;
}

/* Puts the files that fit into the queue; false where there are too many, or their paths are too long. */
static bool walk(struct scan *scan, const char *folder, const struct node *node) {
    for (size_t i = 0; i < node->count; i++) {
        const struct node *child = &node->children[i];
        char path[LONGEST_PATH];
        if (snprintf(path, sizeof path, "%s/%s", folder, child->name) >= (int)sizeof path) {
            return false;
        }
        bool is_folder = child->text == NULL;
        bool wanted = is_folder || fits(scan->names, child->name);
        if (wanted && !(is_folder ? walk(scan, path, child) : put(scan, path, child))) {
            return false;
        }
    }
    return true;
}

static void note(struct scan *scan, const struct job *job, size_t position) {
    struct match match = {.position = position};
    memcpy(match.path, job->path, sizeof match.path);
#ifdef FIXED
    pthread_mutex_lock(&scan->match_lock);
#endif
    size_t number = scan->matches++;
#ifndef FIXED
    pthread_mutex_lock(&scan->match_lock);
#endif
    if (number < MOST_MATCHES) {
        scan->found[number] = match;
    }
    pthread_mutex_unlock(&scan->match_lock);
}

static void search_file(struct scan *scan, const struct job *job) {
    struct reader reader = open_file(job->file);
    struct search search = {.pattern = &scan->pattern};
    char block[BLOCK];
    size_t length;
    while ((length = read_block(&reader, block, sizeof block)) > 0) {
        for (size_t i = 0; i < length; i++) {
            if (step(&search, block[i])) {
                note(scan, job, search.position - scan->pattern.length);
            }
        }
    }
}

static void *work(void *of) {
    struct scan *scan = of;
    struct job job;
    while (take(scan, &job)) {
        search_file(scan, &job);
    }
    pthread_mutex_lock(&scan->lock);
    if (--scan->working == 0) {
        pthread_cond_signal(&scan->done);
    }
    pthread_mutex_unlock(&scan->lock);
    return NULL;
}

static void finish(struct scan *scan) {
    pthread_mutex_lock(&scan->lock);
    while (scan->working > 0) {
        pthread_cond_wait(&scan->done, &scan->lock);
    }
    pthread_mutex_unlock(&scan->lock);
}

#ifdef FIXED
static bool has(const struct scan *scan, const char *path, size_t position) {
    for (size_t i = 0; i < scan->matches; i++) {
        if (strcmp(scan->found[i].path, path) == 0 && scan->found[i].position == position) {
            return true;
        }
    }
    return false;
}

static void delete_scan(struct scan *scan) {
    pthread_cond_destroy(&scan->done);
    pthread_mutex_destroy(&scan->match_lock);
    pthread_mutex_destroy(&scan->lock);
    free(scan);
}
#endif

int main(int count, char **arguments) {
    pthread_t workers[WORKERS];
    const char *pattern = count > 1 ? arguments[1] : "heddle";
    const char *names = count > 2 ? arguments[2] : "*.t?t";
    struct scan *scan = new_scan(names, pattern);
    if (scan == NULL || !walk(scan, ".", &root)) {
        fprintf(stderr, "filescan: the pattern is empty or too long, or there are too many files\n");
        return 1;
    }
    for (int i = 0; i < WORKERS; i++) {
        pthread_create(&workers[i], NULL, work, scan);
    }
    finish(scan);
#ifdef FIXED
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(workers[i], NULL);
    }
    assert(scan->matches == 2);
    assert(has(scan, "./src/loom.txt", 4));
    assert(has(scan, "./notes/weft.txt", 2));
    delete_scan(scan);
#endif
    return 0;
}
