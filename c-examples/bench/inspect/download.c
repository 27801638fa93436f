// A program that fetches a file in segments, in the role of aget in Table 2 of Inspect (Yang, Chen, Gopalakrishnan, Kirby): threads write
// their segments at their offsets into one file and add up how much has been written, so that a download that is interrupted can be
// resumed; a third one saves that state. The "server" is a table in memory that answers in packets of few bytes. As in aget, the sum is
// read for saving without the lock that the writers hold: one data race. -DFIXED: under the lock.
//
// heddle: verdict=bug races=1 args=--pedantic
// heddle: verdict=clean args=--pedantic -DFIXED
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_SIZE = 12, PACKET = 3, SEGMENTS = 2, HEADER = 64 };

/* What was asked for, and how far it has come. */
struct segment {
    size_t from;
    size_t to;
    size_t at;
};

struct request {
    char path[HEADER];
    size_t from;
    size_t to;
};

struct response {
    int status;
    size_t length;
    const char *body;
};

struct saved {
    size_t written;
    struct segment segments[SEGMENTS];
};

static const char served[FILE_SIZE + 1] = "Hello, World";

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static size_t written;
static struct segment segments[SEGMENTS];
static char target[FILE_SIZE];
static struct saved saved;

/* ---- the server ---- */

static bool parse_request(const char *text, struct request *request) {
    unsigned from = 0;
    unsigned to = 0;
    if (sscanf(text, "GET %63s bytes=%u-%u", request->path, &from, &to) != 3) {
        return false;
    }
    request->from = from;
    request->to = to;
    return true;
}

static struct response serve(const char *text) {
    struct request request;
    if (!parse_request(text, &request)) {
        return (struct response){400, 0, NULL};
    }
    if (strcmp(request.path, "/file") != 0) {
        return (struct response){404, 0, NULL};
    }
    if (request.from >= FILE_SIZE || request.to > FILE_SIZE || request.from > request.to) {
        return (struct response){416, 0, NULL};
    }
    size_t length = request.to - request.from;
    return (struct response){206, length < PACKET ? length : PACKET, served + request.from};
}

/* ---- the client ---- */

static void divide(void) {
    size_t share = FILE_SIZE / SEGMENTS;
    for (size_t i = 0; i < SEGMENTS; i++) {
        size_t from = i * share;
        size_t to = i + 1 == SEGMENTS ? FILE_SIZE : from + share;
        segments[i] = (struct segment){from, to, from};
    }
}

/* Writes a packet to its place; returns false where it does not fit, which would be the server's fault. */
static bool store(const struct segment *segment, const struct response *response) {
    if (segment->at + response->length > segment->to) {
        return false;
    }
    memcpy(target + segment->at, response->body, response->length);
    return true;
}

static void count(struct segment *segment, size_t length) {
    pthread_mutex_lock(&lock);
    segment->at += length;
    written += length;
    pthread_mutex_unlock(&lock);
}

static bool fetch_packet(struct segment *segment) {
    char text[HEADER];
    snprintf(text, sizeof text, "GET /file bytes=%u-%u", (unsigned)segment->at, (unsigned)segment->to);
    struct response response = serve(text);
    if (response.status != 206 || !store(segment, &response)) {
        return false;
    }
    count(segment, response.length);
    return true;
}

static void *fetch_segment(void *of) {
    struct segment *segment = of;
    while (segment->at < segment->to) {
        if (!fetch_packet(segment)) {
            fprintf(stderr, "download: the server answered in an unforeseen way\n");
            exit(1);
        }
    }
    return NULL;
}

/* What is saved when the user interrupts. */
static void *save(void *unused) {
#ifdef FIXED
    pthread_mutex_lock(&lock);
    saved.written = written;
    pthread_mutex_unlock(&lock);
#else
    saved.written = written;
#endif
    pthread_mutex_lock(&lock);
    memcpy(saved.segments, segments, sizeof saved.segments);
    pthread_mutex_unlock(&lock);
    return unused;
}

static bool can_resume(void) {
    size_t sum = 0;
    for (size_t i = 0; i < SEGMENTS; i++) {
        sum += saved.segments[i].at - saved.segments[i].from;
    }
    return sum >= saved.written;
}

int main(void) {
    pthread_t threads[SEGMENTS];
    pthread_t saver;
    divide();
    for (size_t i = 0; i < SEGMENTS; i++) {
        pthread_create(&threads[i], NULL, fetch_segment, &segments[i]);
    }
    pthread_create(&saver, NULL, save, NULL);
    for (size_t i = 0; i < SEGMENTS; i++) {
        pthread_join(threads[i], NULL);
    }
    pthread_join(saver, NULL);
    assert(written == FILE_SIZE);
    assert(memcmp(target, served, FILE_SIZE) == 0);
    assert(can_resume());
    return 0;
}
